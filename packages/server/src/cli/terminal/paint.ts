export type Colour = 'bold' | 'faint' | 'red' | 'green' | 'yellow' | 'cyan'

const codes: Record<Colour, string> = { bold: '1', faint: '2', red: '31', green: '32', yellow: '33', cyan: '36' }

export type Paint = (text: string, colour: Colour) => string

/** Colours texts if standard output is a terminal and nobody has asked for none (https://no-color.org). */
export function createPaint(): Paint {
  const { NO_COLOR, TERM } = process.env
  const coloured = process.stdout.isTTY && !NO_COLOR && TERM !== 'dumb'
  return (text, colour) => (coloured && text !== '' ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text)
}
