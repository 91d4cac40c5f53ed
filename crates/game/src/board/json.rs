//! Cells and gestures in JSON, where an enum with numbers inside would be
//! awkward to read.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::{Cell, CellForm, Gesture};

/// A place on the board.
#[derive(Serialize, ToSchema)]
pub(super) struct CellShape {
    /// Its name, such as `a1`.
    name: String,
    /// Its centre from the left.
    x: f32,
    /// Its centre from the top.
    y: f32,
    /// How it is drawn.
    form: FormWord,
    /// The size of a ring, 0 the smallest of three; 0 for others.
    size: u8,
}

/// How a cell is drawn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CellForm)]
enum FormWord {
    Square,
    Cube,
    Ring,
    Exit,
    Point,
}

impl From<Cell> for CellShape {
    fn from(cell: Cell) -> Self {
        let (form, size) = match cell.form {
            CellForm::Square => (FormWord::Square, 0),
            CellForm::Cube => (FormWord::Cube, 0),
            CellForm::Ring(size) => (FormWord::Ring, size),
            CellForm::Exit => (FormWord::Exit, 0),
            CellForm::Point => (FormWord::Point, 0),
        };
        CellShape { name: cell.name, x: cell.x, y: cell.y, form, size }
    }
}

/// How a move is made on the board.
#[derive(Serialize, ToSchema)]
pub(super) struct GestureShape {
    /// From a list, on a cell, from a cell to another, the same and a third, on two in any order.
    kind: GestureKind,
    /// The cells it names, in order.
    cells: Vec<usize>,
}

/// How many cells a gesture names, and what for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum GestureKind {
    Listed,
    Place,
    Arrow,
    Capture,
    Pair,
}

impl From<Gesture> for GestureShape {
    fn from(gesture: Gesture) -> Self {
        let kind = match gesture {
            Gesture::Listed => GestureKind::Listed,
            Gesture::Place(..) => GestureKind::Place,
            Gesture::Arrow(..) => GestureKind::Arrow,
            Gesture::Capture(..) => GestureKind::Capture,
            Gesture::Pair(..) => GestureKind::Pair,
        };
        GestureShape { kind, cells: gesture.cells() }
    }
}

/// Gives a type the schema of the shape it is written in.
macro_rules! shaped {
    ($type:ident as $shape:ident) => {
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                $shape::schema()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                $shape::schemas(schemas);
            }
        }
    };
}

shaped!(Cell as CellShape);
shaped!(Gesture as GestureShape);
