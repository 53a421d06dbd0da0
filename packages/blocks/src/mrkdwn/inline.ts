import type { RichTextInline, RichTextStyle } from '#block'
import { angleElement, decodeEntities } from '#angle'
import { addElement, addText } from '#inlineRun'

const atoms =
  /`([^`\n]+)`|<([^<>\n]+)>|(?<![\p{L}\p{N}:]):([a-z0-9_+'-]+(?:::skin-tone-[1-6])?):|(?<![\p{L}\p{N}])(https?:\/\/[^\s<>|]*[^\s<>|.,:;!?'"*_~`)\]])/gu

const flagOf: Record<string, keyof RichTextStyle> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A piece of a line: a character that may be a mark, or something that is already read. */
type Cell = string | { element: RichTextInline; code?: true }

/** The inline elements of text in the older format; no mark reaches over a newline. */
export function inlineFromMrkdwn(text: string): RichTextInline[] {
  const run: RichTextInline[] = []
  text.split('\n').forEach((line, i) => {
    if (i > 0) addText(run, '\n')
    addCells(run, cellsOf(line), {})
  })
  return run
}

function cellsOf(line: string): Cell[] {
  const cells: Cell[] = []
  let from = 0
  const addCharacters = (to: number) => {
    for (const character of line.slice(from, to)) cells.push(character)
  }
  for (const found of line.matchAll(atoms)) {
    const cell = cellOf(found)
    if (cell === undefined) continue
    addCharacters(found.index)
    cells.push(cell)
    from = found.index + found[0].length
  }
  addCharacters(line.length)
  return cells
}

function cellOf([, code, angle, emoji, url]: RegExpExecArray): Cell | undefined {
  if (code !== undefined) return { element: { type: 'text', text: decodeEntities(code) }, code: true }
  if (emoji !== undefined) return { element: { type: 'emoji', name: emoji } }
  if (url !== undefined) return { element: { type: 'link', url: decodeEntities(url) } }
  const element = angle === undefined ? undefined : angleElement(angle)
  return element && { element }
}

function addCells(run: RichTextInline[], cells: readonly Cell[], style: RichTextStyle): void {
  let text = ''
  const flush = () => {
    addText(run, decodeEntities(text), style)
    text = ''
  }
  // Where a mark has no end, no later one of its kind has.
  const endless = new Set<string>()
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ''
    if (typeof cell !== 'string') {
      flush()
      addElement(run, cell.element, cell.code ? { ...style, code: true } : style)
      continue
    }
    const flag = flagOf[cell]
    const end = flag && !style[flag] && !endless.has(cell) && opens(cells, i) ? endOf(cells, i, cell) : undefined
    if (end === undefined) {
      text += cell
      continue
    }
    if (end < 0) {
      endless.add(cell)
      text += cell
      continue
    }
    flush()
    if (flag) addCells(run, cells.slice(i + 1, end), { ...style, [flag]: true })
    i = end
  }
  flush()
}

function opens(cells: readonly Cell[], at: number): boolean {
  return isEdge(cells[at - 1]) && !isBlank(cells[at + 1])
}

function endOf(cells: readonly Cell[], from: number, mark: string): number {
  for (let i = from + 2; i < cells.length; i++) {
    if (cells[i] === mark && !isBlank(cells[i - 1]) && isEdge(cells[i + 1])) return i
  }
  return -1
}

/** Outside of a mark there is no letter and no digit. */
function isEdge(cell: Cell | undefined): boolean {
  return typeof cell !== 'string' || !/[\p{L}\p{N}]/u.test(cell)
}

function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' && /\s/.test(cell))
}
