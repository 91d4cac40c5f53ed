// The rules beside the board in pictures, drawn by the code that draws the board.

import * as api from "./api";
import { drawBoard } from "./draw";
import { html } from "./markup";
import { thumbnail } from "./gallery";
import { state } from "./state";
import * as words from "./words";

interface Page { game: string; position: string; move?: string; text: [string, string] }

// Each picture is a position of a small board, some with a move in it.
export const PAGES: Record<string, Page[]> = {
  "tic-tac-toe": [
    { game: "tic-tac-toe", position: "X../.O./...", move: "c1", text: ["Players take turns to mark an empty cell.", "交互に空いたマスへ印を置く。"] },
    { game: "tic-tac-toe", position: "XXX/OO./...", text: ["Three in a row win.", "三つ並べば勝ち。"] },
  ],
  "connect-four": [
    { game: "connect-four-4x4", position: "..../..../.X../.O..", move: "b", text: ["A disc falls to the lowest empty cell of its column.", "石は列のいちばん下の空きへ落ちる。"] },
    { game: "connect-four-4x4", position: "..../..../OOO./XXXX", text: ["Four in a row, across, up or diagonally, win.", "縦・横・斜めに四つ並べば勝ち。"] },
  ],
  "quixo": [
    { game: "quixo-3x3", position: "first:.../.../...", move: "a1-a3", text: ["Take a blank cube or one of your own from the border and push it in at another end of its line.", "外周の空白か自分のキューブを取り、その列の別の端から押し込む。"] },
    { game: "quixo-3x3", position: "second:X.O/XO./X..", text: ["A line of your own marks wins. Completing lines of both players loses.", "自分の印が一列にそろえば勝ち。両方の列を作った側は負け。"] },
  ],
  "nocca": [
    { game: "nocca-3x3", position: "first:O,O,O/.,.,./X,X,X", move: "a1-b2", text: ["A piece steps in any of eight directions.", "駒は八方向に一歩動く。"] },
    { game: "nocca-3x3", position: "first:O,O,./.,XO,./X,X,.", text: ["Also onto others: stacks are three high at most, and only the piece on top moves.", "駒の上にも乗れる。三段までで、動けるのは一番上の駒だけ。"] },
    { game: "nocca-3x3", position: "first:X,O,./O,.,./X,X,O", move: "a3-goal", text: ["A step from the far row into the goal wins, and so does leaving the opponent no move.", "向こう端の段からゴールへ入れば勝ち。相手が動けなくなっても勝ち。"] },
  ],
  "dodgem": [
    { game: "dodgem-2", position: "first:R../R../.UU", move: "b1-b2", text: ["The first player's pieces go up or sideways, the second player's go right, up or down. Nothing is captured.", "先手の駒は上か左右へ、後手の駒は右か上下へ進む。駒は取れない。"] },
    { game: "dodgem-2", position: "first:R.U/.../R.U", move: "c3-off", text: ["A piece leaves the board at its far side.", "駒は向こう端から盤外へ出る。"] },
    { game: "dodgem-2", position: "first:.../R../...", text: ["Who is to move and has no move left wins, also with no piece left.", "手番で動かせる駒がない側の勝ち。"] },
  ],
  "dobutsu-shogi": [
    { game: "dobutsu-shogi", position: "first:gle/.c./.C./ELG", move: "b2-b3", text: ["The lion steps to all sides, the giraffe straight, the elephant diagonally, the chick forward. Captured pieces go to the hand.", "ライオンは全方向、きりんは縦横、ぞうは斜め、ひよこは前へ一歩。取った駒は持ち駒になる。"] },
    { game: "dobutsu-shogi", position: "first:gle/.../.../ELG+Cc", move: "C*b2", text: ["A piece in hand can be dropped on any empty cell.", "持ち駒は空いたマスに打てる。"] },
  ],
  "nine-mens-morris": [
    { game: "nine-mens-morris-3", position: "first:XX./.../.../.....X/.../.../OOO", move: "g4-g7xd1", text: ["A stone slides along a line; with three stones it jumps. Three in a row along a line, a mill, take a stone. Fewer than three stones lose.", "石は線に沿って動き、三つになれば飛べる。線上に三つ並ぶと相手の石を一つ取る。三つ未満になれば負け。"] },
  ],
  "quantum-tic-tac-toe": [
    { game: "quantum-tic-tac-toe", position: ".........,1=15", move: "5-9", text: ["A mark goes on two squares at once.", "一手で二つのマスに同じ番号の印を置く。"] },
    { game: "quantum-tic-tac-toe", position: ".........,1=15,2=15", text: ["When marks close a ring, one side chooses where the last one stays, and all of the ring become real. Three real marks in a row win.", "印が輪になると最後の印の場所を選び、輪の印がすべて確定する。確定した印が三つ並べば勝ち。"] },
  ],
  "qubic": [
    { game: "qubic-3x3x3", position: "........./........./XO.......", move: "e2", text: ["The levels of the cube lie side by side. Players take turns to mark an empty cell.", "立方体の三つの層を横に並べてある。交互に空いたマスへ印を置く。"] },
    { game: "qubic-3x3x3", position: "O..O...../........./X..X..X..", text: ["Three in a line win, also through the levels.", "一直線に三つ並べば勝ち。層をまたいでもよい。"] },
  ],
  "simpei": [
    { game: "simpei", position: "second:..../.../..../.../.X../.../....", move: "d4", text: ["Four pieces a side are placed by turns, on the 4x4 points of the upper world or the 3x3 of the lower one between them.", "四つずつの駒を、上の世界の4×4点か、その間にある下の世界の3×3点に交互に置く。"] },
    { game: "simpei", position: "first:..../.../..O./.X./OO.O/.../XX.X", move: "d4-e3", text: ["Then they step along a diagonal, into the other world.", "置き終えたら斜めに一歩、別の世界へ動かす。"] },
    { game: "simpei", position: "first:..../.../..../.../..../.../.OOX", move: "a1xc1e1>c3g7", text: ["Pieces between two of the other side, in a row of one world, are put on other empty points.", "同じ世界で列に挟まれた駒は、挟んだ側が別の空きへ移す。"] },
    { game: "simpei", position: "second:..../O.O/..../.../O.../.../XXX.!", text: ["Three in a row in one world win for whoever makes them in his own turn; four do not.", "自分の手番で一つの世界にちょうど三つ並べれば勝ち。四つでは勝ちにならない。"] },
  ],
  "otrio": [
    { game: "otrio", position: "A....B.../..D.C..../B...A....:C", move: "c3L", text: ["Each player has two colours, placed in turn. A ring goes on any free place of its size.", "二色ずつ持ち、順に輪を空いた場所へ置く。"] },
    { game: "otrio", position: "AAA....../BB......./.........:D", text: ["Three of a colour win: one size in a row, rising sizes in a row, or all sizes on one square.", "同じ色で、同じ大きさが一列、順に変わる大きさが一列、または一マスに三つの大きさがそろえば勝ち。"] },
  ],
};

let shownFor = "";

export async function showRules(body: HTMLElement): Promise<void> {
  const family = state.game?.family.id ?? "";
  const key = family + words.currentLanguage();
  if (shownFor === key && body.childElementCount) return;
  shownFor = key;
  body.replaceChildren();
  for (const page of PAGES[family] ?? []) {
    const figure = html("figure", { class: "rule" }, html("figcaption", {}, page.text[words.currentLanguage() === "ja" ? 1 : 0]));
    body.append(figure);
    try {
      const [game, start] = await Promise.all([api.game(page.game), api.rules(page.game, page.position)]);
      const move = start.moves.find((one) => one.move === page.move) ?? null;
      const drawn = move
        ? drawBoard({ board: game.seen!, scene: start.scene, moves: [], selected: [], preview: move, showValues: false, last: null, decided: [] })
        : thumbnail({ board: game.seen!, start });
      if (start.over) for (const cell of start.decided) drawn.querySelectorAll(".cell")[cell]?.classList.add("decided");
      for (const cell of drawn.querySelectorAll("[data-cell]")) for (const name of ["role", "tabindex", "aria-label", "data-cell", "data-name"]) cell.removeAttribute(name);
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", page.text[words.currentLanguage() === "ja" ? 1 : 0]);
      if (page.move && !move) figure.dataset.missing = page.move;
      figure.prepend(drawn);
    } catch {
      figure.dataset.missing = page.position;
    }
  }
}
