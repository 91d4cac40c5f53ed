// What is wrong with a position or a record, in Japanese. The server says it in
// English, in sentences of a few forms; what has none of them is said in general.

const forms: [RegExp, string][] = [
  [/^row (\d+) of .* has (\d+) symbols/, "$1段目に文字が$2個あります。"],
  [/^row (\d+) of .* has (\d+) cells/, "$1段目にマスが$2個あります。"],
  [/^`.*` has (\d+) rows/, "段が$1個あります。"],
  [/^`(.)` on (\S+) is not a symbol/, "$2の「$1」はこのゲームの文字ではありません。"],
  [/^`(.*)` on (\S+) is no stack/, "$2の「$1」は正しい山ではありません。"],
  [/^`.*` has `(.)` in hand/, "「$1」は持ち駒になりません。"],
  [/^`.*` has (\d+) (\S) and (\d+) (\S)/, "$2が$1個、$4が$3個あります。"],
  [/^`.*` has (\d+) (\S); a side has at most (\d+)/, "$2が$1個あります（$3個まで）。"],
  [/there are two G, two E/, "盤と持ち駒を合わせて、きりん・ぞう・ひよこ（にわとり）は二つずつです。"],
  [/there is one `l` and one `L`/, "ライオンは一つずつで、手番側のライオンは向こう端にいません。"],
  [/27 places/, "27か所を「.」かAからDで書き、最後に「:」と手番の色を書きます。"],
  [/b2M is forbidden/, "この種類ではb2Mに置けません。"],
  [/only three rings of each size/, "一色の輪は、大きさごとに三つまでです。"],
  [/colour to move has no ring/, "手番の色には置ける輪がなく、次の色の番です。"],
  [/nine squares are needed first/, "初めに九つのマスを「.」か数字で書きます。"],
  [/mark (\d) appears twice/, "印$1が二度あります。"],
  [/`(.*)` should be a mark and two squares/, "「$1」は「3=17」のように、印の番号と二つのマスで書きます。"],
  [/mark `(.*)` needs two different open squares/, "印「$1」には、異なる二つの空きマスが必要です。"],
  [/without a gap/, "印の番号は1から順に、抜けなく付けます。"],
  [/never one/, "印が一つだけ確定することはありません。"],
  [/cycle closed by mark (\d) is unresolved/, "印$1でできた輪が確定していません。"],
  [/the disc on (\S+) has an empty cell below it/, "$1の石の下が空いています。"],
  [/has a mark on `e2`/, "この種類ではe2に置けません。"],
  [/by this position the first player is to move/, "この局面は先手の番です。"],
  [/by this position the second player is to move/, "この局面は後手の番です。"],
  [/^line (\d+), column \d+: .*`(.*)` is not a legal move/, "$1行目：「$2」は指せない手です。"],
  [/^line (\d+), .*moves before a line `game: ID`/, "$1行目：初めに「game: ゲーム名」の行が必要です。"],
  [/^line (\d+)/, "$1行目が棋譜として読めません。"],
  [/record of `(.*)`, not of/, "別のゲーム（$1）の棋譜です。"],
];

export function inJapanese(message: string): string | null {
  for (const [form, words] of forms) {
    const found = form.exec(message);
    if (found) return words.replaceAll(/\$(\d)/g, (_, part) => found[Number(part)]);
  }
  return null;
}
