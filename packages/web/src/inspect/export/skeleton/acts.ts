import type { ExportedAct } from '#inspect/export/entries.ts'
import { toJs, toJsText, toPlainJson } from '#inspect/export/literals.ts'
import type { Cast } from './cast.ts'
import type { Script } from './script.ts'
import type { Surfaces } from './surfaces.ts'
import { keptText, listField, textField } from './values.ts'

/** Writes the line that lets a person do the same again. */
export class ActWriter {
  readonly #cast: Cast
  readonly #script: Script
  readonly #surfaces: Surfaces
  /** The names of the files that people have uploaded, by id. */
  readonly #files = new Map<string, string>()

  constructor(cast: Cast, script: Script, surfaces: Surfaces) {
    this.#cast = cast
    this.#script = script
    this.#surfaces = surfaces
  }

  /** Returns the user if something was written that an app may answer. */
  write(entry: ExportedAct): string | undefined {
    const { user, act, channel, ts, detail } = entry
    if (act === 'uploads') {
      this.#files.set(textField(detail, 'file') ?? '', textField(detail, 'name') ?? 'file')
      return undefined
    }
    const person = this.#cast.person(user)
    if (person === undefined) return this.#note(entry, 'is not in the directory')
    if (act === 'says') return this.#says(entry, person)
    const message = this.#surfaces.messageAt(channel, ts)
    if (act === 'opens' && textField(detail, 'app') !== undefined) {
      const app = this.#cast.app(textField(detail, 'app') ?? '')
      this.#script.add(`await ${person}.opens(${app}, ${toJsText(textField(detail, 'tab') ?? 'home')})`)
    } else if ((act === 'reacts' || act === 'unreacts') && message !== undefined) {
      const wanted = act === 'reacts' ? '' : ', false'
      this.#script.add(`await ${person}.reacts(${message}, ${toJsText(textField(detail, 'name') ?? '')}${wanted})`)
    } else if (act === 'stops' && message !== undefined) this.#script.add(`await ${person}.stops(${message})`)
    else return this.#note(entry, `${act}: the kit has no verb for that, or the message is older than the journal`)
    return user
  }

  #says({ user, channel = '', ts, detail }: ExportedAct, person: string): string {
    const { text, whole } = keptText(textField(detail, 'text') ?? '')
    if (!whole) this.#script.add('// Not complete: the journal has cut the text.')
    const threadTs = textField(detail, 'thread_ts')
    const where = this.#surfaces.thread(channel, threadTs) ?? this.#cast.place(channel)
    const [file, ...others] = listField(detail, 'files').map((id) => this.#nameOfFile(id))
    const variable = this.#script.variable('said')
    if (file === undefined) this.#script.declare(variable, `${person}.says(${where}, ${this.#cast.text(text)})`)
    else {
      this.#script.add('// The journal has no content of files.')
      if (others.length > 0) this.#script.add(`// The message had more files: ${toPlainJson(others)}`)
      const upload = { name: file, content: '…', ...(text === '' ? {} : { text }) }
      const code = toJs(upload, '  ', (value) => this.#cast.text(value))
      this.#script.declare(variable, `${person}.uploads(${where}, ${code})`)
    }
    this.#surfaces.keep(variable, channel, ts, threadTs)
    return user
  }

  #nameOfFile(file: unknown): string {
    const id = typeof file === 'string' ? file : (textField(file, 'id') ?? '')
    return this.#files.get(id) ?? 'file'
  }

  #note({ user }: ExportedAct, why: string): undefined {
    this.#script.add(`// ${toPlainJson(user)} ${toPlainJson(why).slice(1, -1)}.`)
  }
}
