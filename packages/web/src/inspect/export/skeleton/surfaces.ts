import type { ExportedInteraction } from '#inspect/export/entries.ts'
import { toJsText } from '#inspect/export/literals.ts'
import type { Cast } from './cast.ts'
import type { Variable } from './names.ts'
import type { Script } from './script.ts'
import { textField } from './values.ts'

/** The messages, modals and homes of the journey, by the variables that the test has for them. */
export class Surfaces {
  readonly #cast: Cast
  readonly #script: Script
  readonly #messages = new Map<string, Variable>()
  readonly #threads = new Map<string, Variable>()
  readonly #views = new Map<string, Variable>()

  constructor(cast: Cast, script: Script) {
    this.#cast = cast
    this.#script = script
  }

  /** Remembers the variable of a message. */
  keep(variable: Variable, channel: string, ts: string | undefined, threadTs?: string): void {
    if (ts !== undefined) this.#messages.set(keyOf(channel, ts), variable)
    const thread = keyOf(channel, threadTs ?? ts ?? '')
    if (!this.#threads.has(thread)) this.#threads.set(thread, variable)
  }

  keepView(variable: Variable, id: string): void {
    this.#views.set(id, variable)
  }

  messageAt(channel: string | undefined, ts: string | undefined): string | undefined {
    return use(this.#messages.get(keyOf(channel ?? '', ts ?? '')))
  }

  /** A message of the thread. */
  thread(channel: string, threadTs: string | undefined): string | undefined {
    return threadTs === undefined ? undefined : use(this.#threads.get(keyOf(channel, threadTs)))
  }

  message({ payload }: ExportedInteraction): string | undefined {
    const channel = textField(payload, 'container', 'channel_id') ?? textField(payload, 'channel', 'id')
    const ts = textField(payload, 'container', 'message_ts') ?? textField(payload, 'message', 'ts')
    return this.messageAt(channel, ts ?? textField(payload, 'message_ts'))
  }

  /** The view that a person uses. One that no call has opened is waited for. */
  view(entry: ExportedInteraction): string | undefined {
    const { payload } = entry
    const id = textField(payload, 'view', 'id') ?? textField(payload, 'container', 'view_id')
    if (id === undefined) return undefined
    const known = use(this.#views.get(id))
    if (known !== undefined) return known
    const person = this.#cast.person(entry.user)
    if (person === undefined) return undefined
    const isHome = textField(payload, 'view', 'type') === 'home'
    const variable = this.#script.variable(isHome ? 'home' : 'modal')
    const title = textField(payload, 'view', 'title', 'text')
    const modal = title === undefined ? 'modal()' : `modal(${toJsText(title)})`
    this.#script.declare(variable, `${person}.${isHome ? `home(${this.#cast.app(entry.app)})` : modal}`)
    this.keepView(variable, id)
    return use(variable)
  }

  of(entry: ExportedInteraction): string | undefined {
    return textField(entry.payload, 'container', 'type') === 'view' ? this.view(entry) : this.message(entry)
  }
}

function keyOf(channel: string, ts: string): string {
  return `${channel} ${ts}`
}

function use(variable: Variable | undefined): string | undefined {
  if (variable) variable.used = true
  return variable?.name
}
