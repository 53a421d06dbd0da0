/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()
}

/** Text as code. */
export function code(text: string): string {
  return `\`${text}\``
}

/** Paragraphs, one under the other, as a file. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
