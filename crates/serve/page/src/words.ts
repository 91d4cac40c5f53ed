// Everything the page says, in English and Japanese.

import { type Game, type Kind, type Rating, Refused } from "./api";
import { inJapanese } from "./refusals";

export type Language = "en" | "ja";

const words = {
  game: ["Game", "ゲーム"],
  variant: ["Variant", "種類"],
  language: ["Language", "言語"],
  theme: ["Light or dark", "明暗"],
  moves: ["Moves", "指し手"],
  movesNote: ["best first", "良い順"],
  mainLine: ["Main line", "最善手順"],
  showLine: ["Show", "表示"],
  playLine: ["Play through", "自動で進める"],
  stop: ["Stop", "止める"],
  play: ["Play against the solution", "解と対戦する"],
  off: ["Explore", "調べる"],
  asFirst: ["I am the first player", "自分が先手"],
  asSecond: ["I am the second player", "自分が後手"],
  strength: ["Strength", "強さ"],
  perfect: ["Perfect", "完璧"],
  strong: ["Never gives a result away", "結果を落とさない"],
  casual: ["Casual", "ほどほど"],
  beginner: ["Any legal move", "でたらめ"],
  showValues: ["Show values", "評価を表示"],
  statistics: ["Statistics", "統計"],
  rules: ["Rules and notation", "ルールと表記"],
  start: ["Start position", "初期局面"],
  back: ["Back", "戻る"],
  forward: ["Forward", "進む"],
  best: ["Best move", "最善手"],
  edit: ["Set up", "局面編集"],
  copy: ["Copy link", "リンクをコピー"],
  copied: ["Link copied", "コピーしました"],
  apply: ["Use this position", "この局面を使う"],
  cancel: ["Cancel", "やめる"],
  clear: ["Clear", "盤を空に"],
  erase: ["Take away", "取り除く"],
  entangled: ["on two squares", "二つのマスに"],
  notation: ["Position as text", "局面の表記"],
  turn: ["To move", "手番"],
  fine: ["This is a position of the game.", "正しい局面です。"],
  wrong: ["Not a position of this game:", "このゲームの局面ではありません："],
  editHelp: ["Choose a piece, then click cells. Or type the position.", "駒を選んでマスを押すか、表記を入力してください。"],
  first: ["First player", "先手"],
  second: ["Second player", "後手"],
  toMove: ["to move", "の番"],
  win: ["win", "勝ち"],
  draw: ["draw", "引き分け"],
  loss: ["loss", "負け"],
  unknown: ["not known within the limit", "制限時間内では不明"],
  notKnown: ["not known yet", "未判明"],
  complete: ["complete", "完全"],
  narrow: ["narrow", "僅差"],
  isDraw: ["The game is a draw", "引き分けです"],
  over: ["The game is over:", "終局："],
  convention: [
    "Distances are in plies (moves of either side) to the end of the game: the winner hurries, the loser delays. Values of moves are for the side that makes them.",
    "距離は終局までの手数（両者の手を一手ずつ数える）。勝つ側は最短、負ける側は最長を目指す。指し手の評価は指す側から見たもの。",
  ],
  noDistances: [
    "Distances are not known for this game: values only. Values of moves are for the side that makes them.",
    "このゲームは距離が未知で、勝敗だけがわかる。指し手の評価は指す側から見たもの。",
  ],
  unsolved: ["In a terminal:", "端末では次のコマンド："],
  searchIt: ["A search by the rules may find out who wins. In a terminal:", "ルールからの探索で勝敗がわかることもある。端末では次のコマンド："],
  solveTitle: ["Not solved yet", "まだ解かれていません"],
  solveWhat: ["Nobody here knows what moves are worth. Solving the game finds it out for every position.", "指し手の評価はまだわかりません。解けばすべての局面の評価がわかります。"],
  solveNow: ["Solve now", "今すぐ解く"],
  solving: ["Solving…", "解いています…"],
  solveLarge: ["That is more than this machine has.", "この計算機には収まりません。"],
  solveUnknown: ["How many positions there are was not found in a short time, so nobody knows yet what it takes.", "局面の数が短い時間ではわからず、何が必要かもまだわかりません。"],
  solveForbidden: ["This server does not solve when asked.", "このサーバーでは、ページから解くことはできません。"],
  solveStopped: ["Stopped. It goes on from there next time.", "止めました。次はそこから続きます。"],
  solveFailed: ["Solving failed.", "解けませんでした。"],
  planPositions: ["positions", "局面数"],
  planMemory: ["memory", "メモリー"],
  planDisk: ["disk, roughly", "ディスク（目安）"],
  planTime: ["time, roughly", "時間（目安）"],
  notSearched: ["Who wins is not known here.", "ここでは勝敗はわからない。"],
  notSolved: ["Not solved here yet.", "ここではまだ解かれていません。"],
  pageTitle: ["Kaiketsu: games, solved", "解決 Kaiketsu：解かれたゲーム"],
  choose: ["choose…", "選ぶ…"],
  galleryTitle: ["Games, solved", "解かれたゲーム"],
  gallerySolved: [
    "A game is solved when it is known of every position who wins, and in how many moves, if nobody errs: here you can play against that, look at every move, and try puzzles.",
    "すべての局面について、最善を尽くしたときの勝敗と手数がわかっているゲームを「解かれた」という。その解と対戦し、どの手の評価も見られ、問題も解ける。",
  ],
  galleryPlay: ["Play", "対戦"],
  galleryExplore: ["Explore", "調べる"],
  galleryPuzzle: ["Puzzle", "問題"],
  daily: ["Puzzle of the day", "今日の問題"],
  tryAgain: ["Try again", "もう一度"],
  nextPuzzle: ["Another puzzle", "別の問題"],
  made: ["Moves made", "棋譜"],
  overTime: ["Value for the first player, move by move", "先手から見た評価の推移"],
  blunder: ["a win turned into a loss", "勝ちを負けにした手"],
  mistake: ["gives away half a point", "評価を落とした手"],
  detour: ["not the shortest way", "遠回りの手"],
  record: ["Game record", "棋譜の入出力"],
  recordHelp: ["The moves as text: to keep, or to play a record through.", "指し手を文字で書き出し、または読み込む。"],
  recordWrite: ["Write", "書き出す"],
  recordRead: ["Play through", "読み込む"],
  recordSave: ["Save as a file", "ファイルに保存"],
  noMoves: ["The record has no moves.", "指し手がありません。"],
  youWon: ["You won!", "あなたの勝ち！"],
  youLost: ["You lost.", "あなたの負け。"],
  youDrew: ["A draw.", "引き分け。"],
  rematch: ["Rematch with sides exchanged", "先後を替えてもう一局"],
  gone: ["The server does not answer. Trying again…", "サーバーが応答しません。再接続しています…"],
  refused: ["Not a position of this game:", "このゲームの局面ではありません。"],
  badLink: ["This link is broken; here is the start instead.", "リンクが壊れているため、初期局面を表示します。"],
  unknownGame: ["There is no such game here:", "このようなゲームはありません："],
  retry: ["Try now", "今すぐ試す"],
  distances: ["Distances", "距離"],
  inPlies: ["in plies", "両者の手数"],
  inMoves: ["in moves of one side", "片方の手数"],
  turnTold: ["the number of pieces tells it", "駒の数で決まる"],
  toolbar: ["Board controls", "盤の操作"],
  rulesAlone: ["Its rules are here, but not what moves are worth.", "ここではルールだけがわかり、指し手の評価はない。"],
  damaged: ["The database of this game is damaged.", "データベースが壊れています。"],
  searching: ["Searching…", "探索中…"],
  bookAlone: ["This site answers from a book, and nothing is searched here: what is not in the book is not known. `kaiketsu serve` on your own machine searches.", "このサイトは定跡の表だけで答え、探索はしません。表にない局面は不明です。手元の `kaiketsu serve` なら探索します。"],
  partly: ["Found by search; asking again may tell more.", "探索で得た答え。もう一度尋ねるとさらにわかることがある。"],
  askAgain: ["Search on", "さらに探索"],
  lineOver: ["The game is over.", "終局。"],
  lineRepeats: ["The position repeats: best play goes round for ever.", "局面が繰り返す：最善の手順は終わらない。"],
  lineCut: ["and so on", "以下続く"],
  lineUnknown: ["Not known within the limit.", "制限時間内では不明。"],
  lineSearch: ["Won by search, not always as fast as can be.", "探索による手順。最短とは限らない。"],
  byPlies: ["By distance", "距離別"],
  byLayer: ["By tier", "層別"],
  byClass: ["By class", "分類別"],
  plies: ["plies", "手"],
  positions: ["positions", "局面"],
  stored: ["stored positions (symmetric ones folded)", "保存された局面（対称なものは一つ）"],
  counted: ["positions (mirror images counted separately)", "局面（対称なものも別に数える）"],
  counting: ["Counting…", "集計中…"],
  noStatistics: ["There is no database of this game: positions are not counted.", "データベースがないので集計はない。"],
  longestWin: ["Longest win", "最長の勝ち"],
  longestLoss: ["Longest loss", "最長の負け"],
  logarithmic: ["logarithmic scale", "対数目盛"],
  data: ["Figures", "数値"],
  share: ["share", "割合"],
  board: ["Board", "盤"],
  empty: ["empty", "空き"],
  chosen: ["chosen", "選択中"],
  keys: [
    "Keys: arrows move on the board, Enter chooses, Escape lets go; elsewhere ← and →, or , and ., go back and forward; b plays the best move, Home goes to the start.",
    "キー：盤上では矢印で移動、Enterで選択、Escで解除。盤の外では「←」「→」（または「,」「.」）で戻る・進む、bで最善手、Homeで初期局面。",
  ],
  unreachable: ["The server does not answer.", "サーバーが応答しません。"],
  standard: ["standard", "標準"],
} as const;

export type Word = keyof typeof words;

let language: Language = "en";

export function useLanguage(chosen: Language): void {
  language = chosen;
  document.documentElement.lang = chosen;
}

export const currentLanguage = (): Language => language;

export const say = (word: Word): string => words[word][language === "ja" ? 1 : 0];

// How clearly a game is decided, in games that know wins of two kinds.
export const margin = ({ kind }: Rating): string => (kind ? `(${say(kind)})` : "");

// Distances in plies, or in moves of the side that ends the game.
let inMoves = false;

export function useMoves(on: boolean): void {
  inMoves = on;
}

export const countsMoves = (): boolean => inMoves;

export const distance = (plies: number): number => (inMoves ? Math.ceil(plies / 2) : plies);

// A value in words, such as "win in 7" or "win (complete)".
export function value(rating: Rating): string {
  if (rating.value === null) return say("unknown");
  const word = say(rating.value);
  const far = rating.plies === null ? null : distance(rating.plies);
  const timed = far === null ? word : language === "ja" ? `${far}手で${word}` : `${word} in ${far}`;
  return [timed, margin(rating)].filter((part) => part).join(language === "ja" ? "" : " ");
}

// Who won: one player, or several who play together.
export const wins = (who: string, players: number): string => language === "ja" ? `${who}の勝ち` : `${who} ${players === 1 ? "wins" : "win"}`;

// Colours that play together: "B, C and D".
export const together = (names: string[]): string =>
  language === "ja" ? names.join("・") : names.join(", ").replace(/, ([^,]*)$/, " and $1");

export const aloneAgainst = (alone: string, others: string): string =>
  language === "ja" ? `${alone}が一人で${others}と戦う` : `${alone} alone against ${others}`;

export const number = (count: number): string => count.toLocaleString(language);

// Names of the games that have one in Japanese; others keep theirs.
const titles: Record<string, string> = {
  "tic-tac-toe": "三目並べ",
  "quantum-tic-tac-toe": "量子三目並べ",
  "nocca": "ノッカノッカ",
  "dodgem": "ドッジェム",
  "quixo": "クイキシオ",
  "otrio": "オートリオ",
  "qubic": "キュービック",
  "simpei": "シンペイ",
  "connect-four": "四目並べ",
  "dobutsu-shogi": "どうぶつしょうぎ",
  "nine-mens-morris": "ナイン・メンズ・モリス",
};

const variants: Record<string, string> = {
  "quantum-tic-tac-toe-self": "閉じた側が選ぶ",
  "otrio-no-centre": "中央なし",
  "qubic-3x3x3-no-centre": "3x3x3 中央なし",
  "simpei-free": "初手自由",
};

// One of several players against all others, such as "3-a-quiet-no-centre".
const party = (_: string, players: string, alone: string, quiet?: string, centre?: string): string =>
  `${players}人 ${alone.toUpperCase()}対全員${quiet ? " 誰の列でも" : ""}${centre ? " 中央なし" : ""}`;

// A shape of three or four squares, such as "tromino-i".
const animal = (_: string, kind: string, shape: string): string => `${kind === "tromino" ? "トロミノ" : "テトロミノ"}${shape.toUpperCase()}`;

export const family = (id: string, title: string): string => (language === "ja" && titles[id]) || title;

// What tells a game from the others of its family.
export function variant(game: Game): string {
  // Its title says it in words: "Quixo 3x6, 4 in a line".
  if (language !== "ja") return game.title.startsWith(game.family.title) ? game.title.slice(game.family.title.length).replace(/^[, ]+/, "") : game.variant;
  const pieces = /^(dodgem|nine-mens-morris)-/.test(game.game) ? `${game.variant}個` : game.variant;
  return variants[game.game] ?? pieces.replace("-tall", " のっぽ駒あり").replace(/-self$/, " 閉じた側が選ぶ").replace(/^(\d+x\d+)-(\d+)(?= |$)/, "$1 $2個並べ")
    .replace(/^(tromino|tetromino)-(\w)/, animal).replace(/^(\d)-([a-d])(-quiet)?(-no-centre)?$/, party);
}

export const title = (game: Game): string =>
  language === "ja" ? [family(game.family.id, game.family.title), variant(game)].filter((part) => part).join(" ") : game.title;

// What the start of a game is worth, in a sentence.
export function verdict(start: Rating): string {
  const ja = language === "ja";
  if (start.value === null) return ja ? "初期局面の評価は未判明。" : "Who wins is not known yet.";
  if (start.value === "draw") return ja ? "最善を尽くせば引き分け。" : "A draw if nobody errs.";
  const who = start.value === "win" ? (ja ? "先手" : "The first player") : (ja ? "後手" : "The second player");
  const far = start.plies === null ? null : distance(start.plies);
  if (ja) return `${who}の${far === null ? "" : `${far}手`}勝ち。`;
  return `${who} wins${far === null ? "" : ` in ${far}`}.`;
}

export const more = (count: number): string => language === "ja" ? `ほか${count}種` : `${count} more`;

export const streak = (days: number, doneToday: boolean): string => language === "ja"
  ? `${days}日連続${doneToday ? "" : "（今日はまだ）"}`
  : `${days} ${days === 1 ? "day" : "days"} in a row${doneToday ? "" : ", not yet today"}`;

export function puzzle(word: "puzzleFind" | "puzzleFailed" | "puzzleSolved", plies: number): string {
  const moves = Math.ceil(plies / 2);
  const texts = {
    puzzleFind: [`Find the only move that wins (in ${moves}).`, `勝てる手は一つだけ（${moves}手）。`],
    puzzleFailed: ["That lets the win go.", "その手では勝ちを逃します。"],
    puzzleSolved: ["Solved!", "正解！"],
  } as const;
  return texts[word][language === "ja" ? 1 : 0];
}

export const tooMany = (found: number, symbol: string, most: number): string =>
  language === "ja" ? `${symbol}が${found}個あります（${most}個まで）。` : `${found} ${symbol}, at most ${most}.`;

// What is wrong, without the recital of what would be right.
export function because(told: string): string {
  const message = told.replace(/^[a-z0-9-]+: /, "").split("; write")[0];
  return language === "ja" ? inJapanese(message) ?? "" : message;
}

// What went wrong with a question; in Japanese without the server's English.
export function refusal(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  if (["unreachable", "internal", "busy", "time_limit"].includes(error.reason)) return say("gone");
  return because(error.message) || (error.reason === "bad_position" ? "この表記は局面になりません。" : "この要求は受け付けられません。");
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

export function bytes(count: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  const scaled = count / 2 ** (10 * unit);
  return `${scaled.toFixed(scaled < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`;
}

export function seconds(count: number): string {
  const [s, m, h, d] = language === "ja" ? ["秒", "分", "時間", "日"] : [" s", " min", " h", " days"];
  if (count < 1) return language === "ja" ? "1秒未満" : "under a second";
  if (count < 120) return `${Math.round(count)}${s}`;
  if (count < 7200) return `${Math.round(count / 60)}${m}`;
  return count < 172_800 ? `${(count / 3600).toFixed(1)}${h}` : `${Math.round(count / 86_400)}${d}`;
}

// The names of pieces, and what is written on them.
const pieceNames: Record<string, [string, string]> = {
  cross: ["cross", "×"], nought: ["nought", "○"], piece: ["piece", "駒"], "other piece": ["piece", "駒"], "tall piece": ["tall piece", "のっぽ駒"], "other tall piece": ["tall piece", "のっぽ駒"], disc: ["disc", "石"],
  "piece going up": ["piece going up", "上へ進む駒"], "piece going right": ["piece going right", "右へ進む駒"],
  g: ["giraffe", "きりん"], e: ["elephant", "ぞう"], c: ["chick", "ひよこ"], h: ["hen", "にわとり"], l: ["lion", "ライオン"],
};

export function piece(kind: Kind): string {
  const letter = kind.form === "arrow" && kind.label ? pieceNames[kind.symbol.toLowerCase()] : undefined;
  const known = letter ?? pieceNames[kind.name];
  if (known) return known[language === "ja" ? 1 : 0];
  return language === "ja" ? kind.name.replace(/^ring of colour (.)$/, "色$1の輪").replace(/ disc$/, "の石") : kind.name;
}

const animals: Record<string, string> = { G: "き", E: "ぞ", C: "ひ", H: "に", L: "ラ" };

export const label = (kind: Kind): string =>
  (language === "ja" && kind.form === "arrow" && animals[kind.label.toUpperCase()]) || kind.label;

// Names of cells: those outside the board say whose they are.
export function cell(name: string): string {
  const found = /^(first|second) player's (.*)$/.exec(name);
  if (!found || language !== "ja") return name;
  const what = found[2].replace(/ goal$/, "のゴール").replace(/ off$/, "の出口").replace(/^[gec]$/, (letter) => `持ち駒 ${pieceNames[letter][1]}`);
  return `${say(found[1] as "first" | "second")}の${what}`;
}

// What statistics are counted by.
const classes: [RegExp, string][] = [
  [/^by_steps$/, "進んだ歩数"], [/^by_pieces$/, "駒数"], [/^by_class$/, "印の数"], [/^by_marks$/, "印の数"], [/^by_stones$/, "石の数"], [/^by_stacks$/, "山の高さ"], [/^stacks_of_(\d)$/, "$1段の山"],
  [/^classes_by_marks$/, "印の数（対称なものは一つ）"], [/^complete_(.*)$/, "完全勝ち・$1"],
  [/^mover_(.*)$/, "手番側の$1"], [/^opponent_(.*)$/, "相手側の$1"], [/steps$/, "歩数"], [/pieces$/, "駒"], [/marks$/, "印"], [/stones$/, "石"], [/discs$/, "石"],
];

export function className(name: string): string {
  if (language !== "ja") return name.replace(/^by_/, "").replaceAll("_", " ");
  return classes.reduce((text, [pattern, word]) => text.replace(pattern, word), name).replaceAll("_", " ");
}

// The name of a layer, such as "5 marks".
const layers: [RegExp, string][] = [
  [/^(\d+) marks?$/, "印$1個"], [/^(\d+) discs?$/, "石$1個"], [/^(\d+) stones?.*$/, "石$1個"], [/^all positions$/, "全局面"], [/^all else$/, "ほかすべて"], [/^the goal$/, "ゴール"], [/^over$/, "終局"], [/^(\d+) pieces?$/, "駒$1個"], [/steps?/g, "歩"], [/and/g, "と"],
  [/marks?/g, "印"], [/pieces?/g, "駒"], [/stones?/g, "石"], [/against/g, "対"], [/layer/g, "層"], [/positions?/g, "局面"], [/tier/g, "層"],
];

export const layer = (name: string): string =>
  language === "ja" ? layers.reduce((text, [pattern, word]) => text.replace(pattern, word), name) : name;

const rules: Record<string, string> = {
  "tic-tac-toe": "3×3の盤で縦・横・斜めに三つ並べた側の勝ち。局面は上の段から`/`で区切って書く。Xが先手。",
  "quixo": "外周の空白か自分の印のキューブを一つ取り、その行か列の別の端から自分の印を上にして押し込む。自分の印が一列にそろえば勝ち。両者の列が同時にできたら、作った側の負け。表記では先手がXで、`first:`か`second:`が手番を表す。",
  "dodgem": "先手の駒Uは上か左右へ、後手の駒Rは右か上下へ一マス進み、向こう端から盤外へ出られる。駒は取れない。手番で動かせる駒がない側の勝ち。表記の`first:`か`second:`が手番を表す。",
  "nocca": "駒を八方向に一歩動かす。三段まで重ねられ、動けるのは一番上の駒だけ。最上段からゴールへ入るか、相手が動けなくなれば勝ち。のっぽ駒ありでは、後手の一駒だけが四段目にも登れる。表記では先手がXで上へ進み、`first:`か`second:`が手番を表す。",
  "quantum-tic-tac-toe": "一手で番号つきの印を二つの空きマスに置く。印が輪を作ると、最後の印がどちらに残るかを選び、つながった印がすべて確定する。確定した印が三つ並べば勝ち（4個並べでは四つ、トロミノとテトロミノではその形に並べば勝ち）。",
  "connect-four": "列を選ぶと石がいちばん下の空きへ落ちる。縦・横・斜めに四つ並べた側の勝ち。並ばずに盤が埋まれば引き分け。局面は上の段から`/`で区切って書き、Xが先手。指し手は列の文字。",
  "dobutsu-shogi": "相手のライオンを取るか、自分のライオンを向こう端へ進めてすぐに取られなければ勝ち。ライオンは全方向、きりんは縦横、ぞうは斜め、ひよこは前へ一歩。ひよこは向こう端でにわとりになる。取った駒は持ち駒として空いたマスに打てる。千日手は引き分け。表記では大文字が先手で、`first:`か`second:`が手番を表す。",
  "nine-mens-morris": "すべての石が置かれた後の終盤。石は線に沿って隣の空いた点へ動き、三つになった側はどこへでも飛べる。線上に三つ並べると相手の石を一つ取る。三つ未満になるか、動けなくなった側の負け。終わらない勝負は引き分け。表記では先手がXで、`first:`か`second:`が手番を表す。",
  "qubic": "3×3×3の立方体で一直線に三つ並べた側の勝ち。三つの層を左から横に並べて描く。局面は上の段から`/`で区切って書き、Xが先手。",
  "otrio": "二人が二色ずつ持ち、A・B・C・Dの順に輪を置く。同じ色で、一マスに三つの大きさ、または一列に同じ大きさか順に変わる大きさがそろえば勝ち。三人か四人では一人一色で、一人と残り全員が戦う。「誰の列でも」では、誰かの列ができればその一人の勝ち、できずに盤が埋まれば残り全員の勝ち。",
  "simpei": "上の世界は4×4、下の世界は3×3の点。交互に四つずつ駒を置き、初手は上の世界の中央四点のどれか。置き終えたら斜めに一歩、別の世界へ動かす。自分の手番で一つの世界にちょうど三つ並べた側の勝ち。同じ世界で相手の駒を挟むと、好きな空きへ移せる。そのとき相手が並んでも勝ちにはならない。動けなければパス。終わらない勝負は引き分け。",
};

// What a variant adds to the rules of its family.
const furtherRules: Record<string, string> = {
  "otrio-no-centre": "中央の中くらいの場所（b2M）には置けない。",
  "qubic-3x3x3-no-centre": "立方体の中心（e2）には置けない。",
};

export function rulesText(game: Game): string {
  const text = rules[game.family.id];
  if (language !== "ja" || !text) return game.about ?? "";
  const line = /(\d+) in a line/.exec(game.title);
  const chooses = game.family.id !== "quantum-tic-tac-toe" ? "" : game.game.endsWith("-self") ? "選ぶのは、輪を閉じた側。" : "選ぶのは、輪を閉じた側の相手。";
  return text + (line ? `この盤では${line[1]}個並べば勝ち。` : "") + chooses + (furtherRules[game.game] ?? "");
}
