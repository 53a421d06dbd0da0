import type { ExportedCall } from '#inspect/export/entries.ts'
import { toJs, toJsText, toPlainJson } from '#inspect/export/literals.ts'
import type { Cast } from './cast.ts'
import type { Reply } from './replies.ts'
import type { Script } from './script.ts'
import type { Surfaces } from './surfaces.ts'
import { field, structured, textField } from './values.ts'

/** What is another one in each run: a `ts`, an id that was made, the address of the server. */
const changing = /\b\d{10}\.\d{6}\b|\bp\d{16}\b|\b[A-Z]{1,3}(?=[A-Z0-9]*\d)[A-Z0-9]{9,}\b|https?:\/\/[\w.[\]:-]+/

/** Writes what is expected of apps until the next act. */
export class ExpectationWriter {
  readonly #cast: Cast
  readonly #script: Script
  readonly #surfaces: Surfaces

  constructor(cast: Cast, script: Script, surfaces: Surfaces) {
    this.#cast = cast
    this.#script = script
    this.#surfaces = surfaces
  }

  /** The replies of one app. Several are awaited first: two that are written side by side may end in either order. */
  writeReplies(app: string, replies: readonly Reply[]): void {
    const kept = replies.map((reply) => {
      const variable = this.#script.variable('reply')
      if (reply.ts !== undefined) this.#surfaces.keep(variable, reply.channel, reply.ts, reply.threadTs)
      return { reply, variable }
    })
    const ended = kept.filter(({ reply }) => reply.stream !== 'open')
    for (const { variable } of ended) variable.used = true
    if (ended.length > 1) {
      const names = ended.map(({ variable }) => variable.name).join(', ')
      const awaited = ended.map(() => `await ${app}.replies()`).join(', ')
      this.#script.add(`const [${names}] = [${awaited}].toSorted((a, b) => (a.ts < b.ts ? -1 : 1))`)
    }
    for (const { variable, reply } of kept) {
      if (reply.stream === 'open') {
        this.#script.declare(variable, `${app}.streams()`)
        continue
      }
      if (ended.length === 1) this.#script.declare(variable, `${app}.replies()`)
      this.#expect(`expect(${variable.name})`, reply)
    }
  }

  #expect(subject: string, { text, whole, stream, blocks }: Reply): void {
    if (!whole) this.#script.add('// Not complete: the journal has cut the text.')
    if (stream === 'ended') this.#script.add(`${subject}.toHaveStreamed(${this.#pattern(text)})`)
    else if (text !== '') this.#script.add(`${subject}.toHaveText(${this.#pattern(text)})`)
    if (blocks && !changing.test(JSON.stringify(blocks)))
      this.#script.add(`${subject}.toHaveBlocks(${toJs(blocks, '  ', (value) => this.#cast.text(value))})`)
  }

  /** A text in code, or a pattern if parts of it change from run to run. */
  #pattern(text: string): string {
    const code = this.#cast.text(text)
    const ids = [...this.#cast.directory.people, ...this.#cast.directory.channels, ...this.#cast.directory.apps]
    const known = new Set(ids.flatMap((one) => ('botUser' in one ? [one.id, String(one.botUser)] : [one.id])))
    const parts = text.split(new RegExp(`(${changing.source})`))
    if (parts.every((part, i) => i % 2 === 0 || known.has(part))) return code
    const source = parts.map((part, i) => (i % 2 === 1 ? String.raw`\S+` : escapePattern(part))).join('')
    return `new RegExp(${toJsText(source)})`
  }

  /** A modal or home that an app has opened is waited for. */
  writeView(call: ExportedCall, actor: string | undefined): void {
    const { method, answer, args, app = '' } = call
    const isHome = method === 'views.publish'
    const id = textField(answer, 'view', 'id')
    const viewer = isHome ? textField(args, 'user_id') : actor
    const person = viewer === undefined ? undefined : this.#cast.person(viewer)
    if (person === undefined || id === undefined) return
    const title = textField(answer, 'view', 'title', 'text')
    const variable = this.#script.variable(isHome ? 'home' : 'modal')
    const modal = title === undefined || changing.test(title) ? 'modal()' : `modal(${this.#cast.text(title)})`
    this.#script.declare(variable, `${person}.${isHome ? `home(${this.#cast.app(app)})` : modal}`)
    this.#surfaces.keepView(variable, id)
  }

  /** A reader has pressed Stop. */
  writeStopped(app: string): void {
    this.#script.add(`expect((await ${this.#cast.app(app)}.replies()).stream?.endedBy).toBe('reader')`)
  }

  /** Other calls that change something are expected with what does not change from run to run. */
  writeCall({ method, args, app = '', ok, error }: ExportedCall, settled: boolean): void {
    const name = this.#cast.app(app)
    if (name === undefined) return
    if (!ok) {
      this.#script.add(`// ${name} called ${toPlainJson(method)} and was refused: ${toPlainJson(error ?? '')}.`)
      return
    }
    if (!settled) {
      this.#script.add(`await server.until(async () => ${name}.calls(${toJsText(method)}).length > 0)`)
      return
    }
    const stable = Object.entries(args).filter(
      ([key, value]) => words.has(key) && typeof value === 'string' && !changing.test(value) && value.length < 200,
    )
    const view = structured(args['view'])
    const callback = textField(view, 'callback_id')
    const given = {
      ...Object.fromEntries(stable),
      ...(callback === undefined || typeof field(args, 'view') === 'string' ? {} : { view: { callback_id: callback } }),
    }
    const code = Object.keys(given).length === 0 ? '' : `, ${toJs(given, '  ', (value) => this.#cast.text(value))}`
    this.#script.add(`expect(${name}).toHaveCalled(${toJsText(method)}${code})`)
  }
}

/** Arguments that say the same in each run. */
const words: ReadonlySet<string> = new Set(['text', 'markdown_text', 'name', 'status', 'title', 'emoji', 'topic'])

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
