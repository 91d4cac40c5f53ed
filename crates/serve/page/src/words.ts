// Everything the page says, in English and Japanese.

import type { Rating } from "./api";

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
  wins: ["wins", "の勝ち"],
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
  unsolved: ["This game is not solved here. Solve it with:", "このゲームはまだ解かれていません。次のコマンドで解けます："],
  rulesAlone: ["This game has rules alone: it can be looked at and played.", "ルールだけのゲームなので、評価はない。"],
  damaged: ["The database of this game is damaged.", "データベースが壊れています。"],
  searching: ["Searching…", "探索中…"],
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
    "Keys: arrows move on the board, Enter chooses, Escape lets go; , and . go back and forward, b plays the best move, Home goes to the start.",
    "キー：矢印で盤上を移動、Enterで選択、Escで解除。「,」「.」で戻る・進む、bで最善手、Homeで初期局面。",
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

// A value in words, such as "win in 7" or "win (complete)".
export function value(rating: Rating): string {
  if (rating.value === null) return say("unknown");
  const word = say(rating.value);
  const timed = rating.plies === null ? word : language === "ja" ? `${rating.plies}手で${word}` : `${word} in ${rating.plies}`;
  return [timed, margin(rating)].filter((part) => part).join(language === "ja" ? "" : " ");
}

export const number = (count: number): string => count.toLocaleString(language);

// Names of the games that have one in Japanese; others keep theirs.
const titles: Record<string, string> = {
  "tic-tac-toe": "三目並べ",
  "quantum-tic-tac-toe": "量子三目並べ",
  "nocca": "ノッカノッカ",
  "quixo": "クイキシオ",
  "otrio": "オートリオ",
  "connect-four": "四目並べ",
  "dobutsu-shogi": "どうぶつしょうぎ",
  "nine-mens-morris": "ナイン・メンズ・モリス",
};

const variants: Record<string, string> = {
  "quantum-tic-tac-toe-self": "閉じた側が選ぶ",
  "otrio-no-centre": "中央なし",
};

export const family = (id: string, title: string): string => (language === "ja" && titles[id]) || title;
export const variant = (id: string, name: string): string => (language === "ja" && variants[id]) || name;

const rules: Record<string, string> = {
  "tic-tac-toe": "3×3の盤で縦・横・斜めに三つ並べた側の勝ち。局面は上の段から`/`で区切って書く。Xが先手。",
  "quixo": "外周の空白か自分の印のキューブを一つ取り、その行か列の別の端から自分の印を上にして押し込む。自分の印が一列にそろえば勝ち。両者の列が同時にできたら、作った側の負け。表記では手番の側が常にX。",
  "dodgem": "自分の駒は上か左右へ一マス進み、向こう端から盤外へ出られる。駒は取れない。手番で動かせる駒がない側の勝ち。表記では手番の側が常にUで上へ進み、相手はRで右へ進む。",
  "nocca": "駒を八方向に一歩動かす。三段まで重ねられ、動けるのは一番上の駒だけ。最上段からゴールへ入るか、相手が動けなくなれば勝ち。表記では手番の側が常にXで上へ進む。",
  "quantum-tic-tac-toe": "一手で番号つきの印を二つの空きマスに置く。印が輪を作ると、最後の印がどちらに残るかを選び、つながった印がすべて確定する。確定した印が三つ並べば勝ち。",
  "otrio": "二人が二色ずつ持ち、A・B・C・Dの順に輪を置く。同じ色で、一マスに三つの大きさ、または一列に同じ大きさか順に変わる大きさがそろえば勝ち。",
};

export const rulesText = (id: string, about: string): string =>
  language === "ja" && rules[id] ? `${rules[id]}\n\n${about}` : about;
