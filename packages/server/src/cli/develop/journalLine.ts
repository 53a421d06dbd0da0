import type { CallEntry, DeliveryEntry, InteractionEntry, JournalEntry } from '#http/development/journal/journalEntry'
import { errorIn } from '#http/development/journal/journalError'
import { toOneLine } from '#cli/terminal/escape'
import type { Colour, Paint } from '#cli/terminal/paint'
import { fit, padTo } from '#cli/terminal/width'
import type { Names } from './names.ts'

/** An entry of the journal in pieces of its line. */
interface Pieces {
  who: string
  /** `→` the app calls, `←` the app is sent something, `·` a person does something. */
  arrow: '→' | '←' | '·'
  what: string
  where: string | undefined
  about: string
  outcome: [text: string, colour: Colour]
}

/** The widths of the columns that are alike in all lines. */
const [whoColumns, whatColumns, whereColumns] = [10, 24, 12]
/** What is said of an entry where no terminal limits it. */
const mostColumns = 160

/** One line about an entry of the journal, no longer than `columns` if they are given. */
export function toLine(entry: JournalEntry, names: Names, paint: Paint, columns?: number): string {
  const { who, arrow, what, where, about, outcome } = piecesOf(entry, names)
  const seq = String(entry.seq).padStart(5)
  const head = `${timeOf(entry.at)} ${seq}  ${padTo(fit(toOneLine(who), whoColumns), whoColumns)} ${arrow} `
  const place = padTo(fit(toOneLine(where ?? ''), whereColumns), whereColumns)
  const left = `${padTo(fit(toOneLine(what), whatColumns), whatColumns)} ${place} `
  const [words, colour] = outcome
  const end = toOneLine(words)
  const room = columns === undefined ? mostColumns : columns - plainLength(head) - plainLength(left) - 1
  const said = toOneLine(about.slice(0, 1000))
  const shownEnd = fit(end, Math.max(10, room))
  const shownAbout = fit(said, Math.max(0, room - plainLength(shownEnd) - 1))
  const line = `${paint(head, 'faint')}${left}${paint(shownEnd, colour)} ${paint(shownAbout, 'faint')}`
  return line.trimEnd()
}

function plainLength(text: string): number {
  // The columns are padded, so this is what they take.
  return [...text].length
}

function piecesOf(entry: JournalEntry, names: Names): Pieces {
  switch (entry.kind) {
    case 'call':
      return piecesOfCall(entry, names)
    case 'delivery':
      return piecesOfDelivery(entry, names)
    case 'interaction':
      return piecesOfInteraction(entry, names)
    case 'act':
      return {
        who: names.of(entry.user),
        arrow: '·',
        what: entry.act,
        where: entry.channel && names.of(entry.channel),
        about: textIn(entry.detail),
        outcome: ['', 'faint'],
      }
  }
}

function piecesOfCall(entry: CallEntry, names: Names): Pieces {
  const { app, user, method, args, error, detail, ok, took_ms, fault, hints } = entry
  const channel = args['channel'] ?? args['channel_id']
  const took = `${took_ms.toFixed(1)} ms`
  const lost = fault === 'lost' || fault === 'cut'
  const kept = fault === undefined ? '' : lost ? `, and the answer was ${fault}` : `, then ${fault}`
  const words = ok ? `ok${kept}, ${took}` : `${error ?? 'failed'}${kept}${detail === undefined ? '' : `: ${detail}`}`
  const hinted = hints.map((hint) => ` [${hint.code}]`).join('')
  return {
    who: names.of(app ?? user ?? '?'),
    arrow: '→',
    what: method,
    where: typeof channel === 'string' ? names.of(channel) : undefined,
    about: textIn(args),
    outcome: [`${words}${hinted}`, ok ? (fault === undefined && hints.length === 0 ? 'green' : 'yellow') : 'red'],
  }
}

function piecesOfDelivery(entry: DeliveryEntry, names: Names): Pieces {
  const { app, event, channel, outcome, detail, attempt, took_ms } = entry
  const again = attempt === 0 ? '' : ` (retry ${attempt})`
  const took = took_ms === undefined ? '' : `, ${took_ms} ms`
  return {
    who: names.of(app),
    arrow: '←',
    what: typeOf(event),
    where: channel === '' ? undefined : names.of(channel),
    about: textIn(event),
    outcome: [
      `${outcome}${again}${took}${detail === undefined ? '' : `: ${detail}`}`,
      errorIn(entry) === undefined ? 'green' : 'red',
    ],
  }
}

function piecesOfInteraction(entry: InteractionEntry, names: Names): Pieces {
  const { app, user, type, payload, outcome, detail, took_ms } = entry
  const [action] = Array.isArray(payload['actions']) ? payload['actions'] : []
  const id: unknown = Reflect.get(Object(action), 'action_id') ?? payload['callback_id'] ?? payload['command']
  return {
    who: names.of(app),
    arrow: '←',
    what: type,
    where: names.of(user),
    about: typeof id === 'string' ? id : '',
    outcome: [
      `${outcome}${detail === '' ? '' : `: ${detail}`}, ${took_ms} ms`,
      errorIn(entry) === undefined ? 'green' : 'red',
    ],
  }
}

function typeOf(event: Record<string, unknown>): string {
  const [type, subtype] = [event['type'], event['subtype']]
  return typeof subtype === 'string' ? `${String(type)}/${subtype}` : String(type)
}

/** What is said in it, if anything is. */
function textIn(fields: Record<string, unknown>): string {
  for (const name of ['text', 'markdown_text', 'status', 'title', 'reaction', 'name'])
    if (typeof fields[name] === 'string' && fields[name] !== '') return JSON.stringify(fields[name])
  const { chunks, message } = fields
  if (Array.isArray(chunks)) return chunks.map(aboutChunk).join(' ')
  return typeof message === 'object' && message !== null ? textIn({ ...message }) : ''
}

function aboutChunk(chunk: unknown): string {
  const { text, title, status }: { text?: unknown; title?: unknown; status?: unknown } = Object(chunk)
  if (typeof text === 'string') return JSON.stringify(text)
  return `${typeof title === 'string' ? title : ''}${typeof status === 'string' ? ` (${status})` : ''}`
}

/** The time of day here, to the millisecond. */
function timeOf(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = `${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
  return `${two(date.getHours())}:${two(date.getMinutes())}:${seconds}`
}
