/** Puts the focus on the row of a channel, wherever it stands once the page shows what has changed. */
export function focusRow(channel: string): void {
  const row = `[data-region="sidebar"] [data-channel="${CSS.escape(channel)}"] a`
  requestAnimationFrame(() => document.querySelector<HTMLElement>(row)?.focus())
}
