// Pointer and keyboard: from events to what is meant by them.

export interface Hands {
  choose(cell: number, byPointer: boolean): void;
  // An arrow key on a cell.
  walk(cell: number, dx: number, dy: number): void;
  drop(from: number, to: number): void;
  letGo(): void;
  back(): void;
  forward(): void;
  start(): void;
  best(): void;
}

function cellOf(target: EventTarget | null): number | null {
  const cell = (target as Element | null)?.closest?.("[data-cell]")?.getAttribute("data-cell");
  return cell === null || cell === undefined ? null : Number(cell);
}

const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listen(board: HTMLElement, hands: Hands): void {
  let pressed: number | null = null;

  board.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event.target);
    if (cell === null) return;
    event.preventDefault();
    pressed = cell;
    // A finger must be able to leave the cell it touched first.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
    hands.choose(cell, true);
  });

  document.addEventListener("pointerup", (event) => {
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (pressed !== null && cell !== null && cell !== pressed) hands.drop(pressed, cell);
    pressed = null;
  });

  document.addEventListener("keydown", (event) => {
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
    else if (event.key === ",") hands.back();
    else if (event.key === ".") hands.forward();
    else if (event.key === "Home") hands.start();
    else if (event.key === "b") hands.best();
  });
}
