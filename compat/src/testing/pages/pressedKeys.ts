const named: Record<string, string> = {
  Ctrl: 'Control',
  Esc: 'Escape',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '→': 'ArrowRight',
  '←': 'ArrowLeft',
}

/** What is pressed for keys as a person reads them: `['Ctrl', 'K']`. */
export function pressedKeys(names: readonly string[]): string {
  return names.map((name) => named[name] ?? (name.length === 1 ? name.toLowerCase() : name)).join('+')
}
