//! A table that is written row by row, as CSV or Parquet.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Result;

use crate::refusal::refuse;

/// What a column holds; every cell may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// Whole numbers.
    Number,
    /// Text.
    Text,
}

/// The columns of a table with their names.
pub(crate) type Columns = &'static [(&'static str, Column)];

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
    /// Nothing: not known.
    Empty,
}

impl Cell {
    pub(crate) fn number(number: impl Into<u64>) -> Self {
        Cell::Number(i64::try_from(number.into()).unwrap_or(i64::MAX))
    }
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Comma-separated text with a line of names.
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The format that the name of a file asks for.
    pub(crate) fn of(file: &Path) -> Result<Self> {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Format::Csv),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Format::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => refuse("this program was built without Parquet; export to .csv"),
            _ => refuse(format!("{}: the name of the file must end in .csv or .parquet", file.display())),
        }
    }
}

/// A table on its way into a file.
pub(crate) struct Sheet<'a> {
    rows: u64,
    writer: Writer<'a>,
}

enum Writer<'a> {
    Csv(BufWriter<&'a mut File>),
    #[cfg(feature = "parquet")]
    Parquet(parquet_file::ParquetFile<'a>),
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(format: Format, columns: Columns, file: &'a mut File) -> io::Result<Self> {
        let writer = match format {
            Format::Csv => {
                let mut writer = BufWriter::new(file);
                let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
                writeln!(writer, "{}", names.join(","))?;
                Writer::Csv(writer)
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                Writer::Parquet(parquet_file::ParquetFile::new(columns, file).map_err(io::Error::other)?)
            }
        };
        Ok(Sheet { rows: 0, writer })
    }

    /// Adds a row: a cell for each column.
    pub(crate) fn add(&mut self, row: Vec<Cell>) -> io::Result<()> {
        self.rows += 1;
        match &mut self.writer {
            Writer::Csv(writer) => {
                let cells: Vec<String> = row.iter().map(csv_cell).collect();
                writeln!(writer, "{}", cells.join(","))
            }
            #[cfg(feature = "parquet")]
            Writer::Parquet(file) => file.add(row).map_err(io::Error::other),
        }
    }

    /// Ends the file; how many rows it has.
    pub(crate) fn finish(self) -> io::Result<u64> {
        match self.writer {
            Writer::Csv(mut writer) => writer.flush()?,
            #[cfg(feature = "parquet")]
            Writer::Parquet(file) => file.finish().map_err(io::Error::other)?,
        }
        Ok(self.rows)
    }
}

/// A cell as CSV has it (RFC 4180): quoted where commas or quotes are in it.
fn csv_cell(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Cell::Text(text) => text.clone(),
    }
}

#[cfg(feature = "parquet")]
mod parquet_file {
    //! Rows are gathered and written as a group of columns.

    use std::fs::File;
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::errors::Result;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::{Cell, Column, Columns};

    /// Rows of a group.
    const GROUP: usize = 1 << 18;

    pub(super) struct ParquetFile<'a> {
        columns: Columns,
        rows: Vec<Vec<Cell>>,
        writer: SerializedFileWriter<&'a mut File>,
    }

    impl<'a> ParquetFile<'a> {
        pub(super) fn new(columns: Columns, file: &'a mut File) -> Result<Self> {
            let field = |(name, column): &(&str, Column)| match column {
                Column::Number => format!("OPTIONAL INT64 {name};"),
                Column::Text => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
            };
            let fields: String = columns.iter().map(field).collect();
            let schema = parse_message_type(&format!("message kaiketsu {{ {fields} }}"))?;
            let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::default())?;
            Ok(ParquetFile { columns, rows: Vec::new(), writer })
        }

        pub(super) fn add(&mut self, row: Vec<Cell>) -> Result<()> {
            self.rows.push(row);
            if self.rows.len() == GROUP { self.write_group() } else { Ok(()) }
        }

        fn write_group(&mut self) -> Result<()> {
            let mut group = self.writer.next_row_group()?;
            for (place, (_, column)) in self.columns.iter().enumerate() {
                let cells = || self.rows.iter().map(|row| &row[place]);
                let present: Vec<i16> = cells().map(|cell| i16::from(*cell != Cell::Empty)).collect();
                let mut writer = group.next_column()?.expect("as many columns as the schema has");
                match column {
                    Column::Number => {
                        let number = |cell: &Cell| match cell {
                            Cell::Number(number) => Some(*number),
                            _ => None,
                        };
                        let numbers: Vec<i64> = cells().filter_map(number).collect();
                        writer.typed::<Int64Type>().write_batch(&numbers, Some(&present), None)?;
                    }
                    Column::Text => {
                        let text = |cell: &Cell| match cell {
                            Cell::Text(text) => Some(ByteArray::from(text.as_str())),
                            _ => None,
                        };
                        let texts: Vec<ByteArray> = cells().filter_map(text).collect();
                        writer.typed::<ByteArrayType>().write_batch(&texts, Some(&present), None)?;
                    }
                }
                writer.close()?;
            }
            group.close()?;
            self.rows.clear();
            Ok(())
        }

        pub(super) fn finish(mut self) -> Result<()> {
            if !self.rows.is_empty() {
                self.write_group()?;
            }
            self.writer.close()?;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, csv_cell};

    #[test]
    fn csv_quotes_what_needs_it() {
        let cells = [Cell::number(7u32), Cell::Empty, Cell::Text("a,\"b\"".into()), Cell::Text("c/d".into())];
        assert_eq!(cells.map(|cell| csv_cell(&cell)), ["7", "", "\"a,\"\"b\"\"\"", "c/d"]);
    }
}
