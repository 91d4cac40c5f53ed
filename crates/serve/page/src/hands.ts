// Pointer and keyboard: from events to what is meant by them. A finger that
// scrolls and the other mouse buttons mean nothing here: what is done is done
// when the pointer is let go.

export interface Hands {
  choose(cell: number, byPointer: boolean): void;
  // A drag from a cell to another.
  drag(from: number, to: number): void;
  // An arrow key on a cell.
  walk(cell: number, dx: number, dy: number): void;
  letGo(): void;
  back(): void;
  forward(): void;
  start(): void;
  best(): void;
}

// Farther than this is no tap.
const STILL = 12;

function cellOf(target: EventTarget | null): number | null {
  const cell = (target as Element | null)?.closest?.("[data-cell]")?.getAttribute("data-cell");
  return cell === null || cell === undefined ? null : Number(cell);
}

const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listen(board: HTMLElement, hands: Hands): void {
  let pressed: { cell: number; x: number; y: number; id: number; byMouse: boolean } | null = null;

  board.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event.target);
    pressed = null;
    if (cell === null || event.button !== 0 || !event.isPrimary) return;
    if (event.pointerType === "mouse") event.preventDefault();
    pressed = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, byMouse: event.pointerType === "mouse" };
  });

  document.addEventListener("pointerup", (event) => {
    const began = pressed;
    pressed = null;
    if (!began || event.pointerId !== began.id || event.button !== 0) return;
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    const still = Math.hypot(event.clientX - began.x, event.clientY - began.y) < STILL;
    if (cell === began.cell && (still || began.byMouse)) hands.choose(cell, true);
    else if (cell !== null && cell !== began.cell && began.byMouse) hands.drag(began.cell, cell);
  });

  // The browser took the finger for scrolling.
  document.addEventListener("pointercancel", () => { pressed = null; });

  // Only who uses the keys must see which cell has the focus.
  document.addEventListener("pointerdown", () => document.body.classList.add("by-pointer"), { capture: true });

  document.addEventListener("keydown", (event) => {
    document.body.classList.remove("by-pointer");
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
    const cell = cellOf(target);
    const arrow = arrows[event.key];
    if (cell !== null && arrow) {
      event.preventDefault();
      hands.walk(cell, ...arrow);
    } else if (cell !== null && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      hands.choose(cell, false);
    } else if (event.key === "Escape") hands.letGo();
    else if (event.key === "," || event.key === "ArrowLeft") hands.back();
    else if (event.key === "." || event.key === "ArrowRight") hands.forward();
    else if (event.key === "Home") hands.start();
    else if (event.key === "b") hands.best();
  });
}
