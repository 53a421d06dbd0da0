import type { TeamNames } from './directory.ts'

/** What differs from run to run within a text: the address of a server, a `ts` (also as in a permalink), an id, a UUID. */
const changing =
  /https?:\/\/(?:127\.0\.0\.1|localhost):\d+|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\bp\d{16}\b|\b\d{10}\.\d{6}\b|\b[A-Z][a-z]?[A-Z\d]{2,}\b/g
/** What the server makes up: a prefix and ten letters or digits. */
const madeId = /^[A-Z][a-z]?[A-Z\d]{10}$/
const madeBlockId = /^[A-Za-z\d]{5}$/
const kinds: Readonly<Record<string, string>> = {
  B: 'bot',
  C: 'channel',
  D: 'dm',
  F: 'file',
  T: 'team',
  U: 'user',
  V: 'view',
}
/** Fields whose values say nothing that another run would say too. */
const opaque: ReadonlySet<string> = new Set([
  'hash',
  'next_cursor',
  'event_context',
  'action_token',
  'trigger_id',
  'interactivity_pointer',
  'secret',
])
const ofBlocks: ReadonlySet<string> = new Set(['block_id', 'action_id'])

/** Gives what differs from run to run names that do not: those of the workspace, or numbers in the order of appearance. */
export class StableNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  /** Ids that stand alone somewhere. A word of capitals in a text is none of them. */
  readonly #ids = new Set<string>()
  readonly #blockIds = new Set<string>()

  constructor(directory: readonly TeamNames[], url: string) {
    this.#names.set(url, '<server>')
    for (const { id, name, people, channels, apps } of directory) {
      this.#names.set(id, `<team ${name}>`)
      for (const person of people) this.#names.set(person.id, `<${person.name}>`)
      for (const channel of channels) this.#names.set(channel.id, `<#${channel.name}>`)
      for (const app of apps) this.#names.set(app.id, `<app ${app.name}>`).set(app.botUser, `<${app.botName}>`)
    }
  }

  /** A copy of JSON with the names in it. */
  replaceIn(json: unknown): unknown {
    this.#collect(json)
    return this.#replace(json, '')
  }

  #collect(value: unknown, field = ''): void {
    if (typeof value === 'string') {
      if (madeId.test(value)) this.#ids.add(value)
      if (ofBlocks.has(field) && madeBlockId.test(value)) this.#blockIds.add(value)
    } else for (const [name, inner] of Object.entries(Object(value))) this.#collect(inner, name)
  }

  #replace(value: unknown, field: string): unknown {
    if (typeof value === 'string') return this.#replaceText(value, field)
    if (typeof value === 'number') return isTime(value) ? '<time>' : value
    if (Array.isArray(value)) return value.map((one) => this.#replace(one, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.#blockIds.has(name) ? this.#nameOf('block', name) : this.#replaceText(name, ''),
        this.#replace(inner, name),
      ]),
    )
  }

  #replaceText(text: string, field: string): string {
    if (opaque.has(field)) return text === '' ? '' : `<${field}>`
    if (ofBlocks.has(field) && this.#blockIds.has(text)) return this.#nameOf('block', text)
    return text.replaceAll(changing, (found) => {
      const known = this.#names.get(found)
      if (known !== undefined) return known
      if (found.startsWith('http')) return '<address>'
      if (/^p\d{16}$/.test(found)) return `p${this.#nameOf('ts', `${found.slice(1, 11)}.${found.slice(11)}`)}`
      if (/^\d{10}\./.test(found)) return this.#nameOf('ts', found)
      if (/^[\da-f]{8}-/.test(found)) return this.#nameOf('uuid', found)
      if (!this.#ids.has(found) && !(madeId.test(found) && /\d/.test(found))) return found
      return this.#nameOf(kinds[found.slice(0, -10)] ?? 'id', found)
    })
  }

  #nameOf(kind: string, found: string): string {
    const known = this.#names.get(found)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `<${kind} ${count}>`
    this.#names.set(found, name)
    return name
  }
}

/** Unix seconds or milliseconds since 2001. Two equal ones may differ in another run, so they have no numbers. */
function isTime(value: number): boolean {
  return (value >= 1e9 && value < 1e10) || (value >= 1e12 && value < 1e13)
}
