// What the browser keeps, and the clipboard.

import { byId, html } from "./markup";
import { link } from "./state";
import * as words from "./words";

export async function copyLink(): Promise<void> {
  const address = location.href.replace(/#.*$/, "") + link();
  const button = byId("copy-text");
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    const field = html("textarea", {}, address); // no clipboard without a secure connection
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  button.textContent = words.say("copied");
  setTimeout(() => { button.textContent = words.say("copy"); }, 1500);
}

export function keep(name: string, value: string): void {
  try { localStorage.setItem(name, value); } catch { /* private windows may refuse; nothing depends on it */ }
}

export function kept(name: string): string | null {
  try { return localStorage.getItem(name); } catch { return null; }
}

export function speak(language: words.Language): void {
  words.useLanguage(language);
  keep("language", language);
  byId("language").textContent = language === "ja" ? "English" : "日本語";
  byId("language").lang = language === "ja" ? "en" : "ja";
}
