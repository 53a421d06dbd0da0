import type { Caller, Choice, Message, NamedPerson, Seen, ShownView, TeamDirectory } from 'rivulet/inProcess'
import type { App } from './app.ts'
import type { Context } from './context.ts'
import { type Place, resolvePlace, type Where } from './place.ts'

type Values = Readonly<Record<string, Choice>>

/** Where somebody uses an element: in a message, or in a modal or home. */
export type Surface = Pick<Message, 'channel' | 'ts'> | ShownView

/** A file to upload. */
export interface Upload {
  name: string
  content: string | Uint8Array
  /** A description of an image. */
  alt?: string
  /** What is written with it, Markdown. */
  text?: string
}

/**
 * A person of the workspace. What they do follows the rules of the web client, so it is refused where that would refuse it:
 * the call then throws a `Refusal` with its `code`, for example `restricted_action_read_only_channel`.
 */
export class Person implements NamedPerson {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly #context: Context
  readonly #team: TeamDirectory

  constructor(context: Context, team: TeamDirectory, { id, name, displayName }: NamedPerson) {
    this.id = id
    this.name = name
    this.displayName = displayName
    this.#context = context
    this.#team = team
  }

  /** A mention of them, to be used in a text. */
  toString(): string {
    return `<@${this.id}>`
  }

  /** Writes Markdown into a channel, to an app or person, or into the thread of a message. Returns the message. */
  says(where: Where, text: string, { thread }: { thread?: Where } = {}): Promise<Message> {
    return this.#act(`says ${JSON.stringify(text)}`, async (me) => {
      const { channel, threadTs } = await this.#placeOf(where, thread)
      return this.#inside.kit.message(await this.#inside.say(me, { channel, text, threadTs, toAssistant: true }), me)
    })
  }

  /** Uploads a file and shares it. Returns the message that shares it. */
  uploads(where: Where, file: Upload): Promise<Message> {
    return this.#act(`uploads ${file.name}`, async (me) => {
      const { channel, threadTs } = await this.#placeOf(where)
      const id = await this.#inside.upload(me, { ...file, bytes: new Uint8Array(Buffer.from(file.content)) })
      const said = { channel, text: file.text ?? '', threadTs, toAssistant: true, files: [id] }
      return this.#inside.kit.message(await this.#inside.say(me, said), me)
    })
  }

  /** Adds an emoji to a message; with `false`, takes it away. */
  reacts({ channel: channelId, ts }: Pick<Message, 'channel' | 'ts'>, emoji: string, wanted = true): Promise<void> {
    const name = emoji.replaceAll(':', '')
    return this.#act(`${wanted ? 'reacts with' : 'takes back'} :${name}:`, (me) =>
      this.#inside.react(me, { channelId, ts, name, wanted }),
    )
  }

  /** Presses Stop at a stream, or at the root of a thread for the work of all agents in it. */
  stops({ channel, ts }: Pick<Message, 'channel' | 'ts'>): Promise<void> {
    return this.#act('presses Stop', (me) => this.#inside.stopStream(me, channel, ts))
  }

  /** Presses a button, named by its `action_id` or its text. `values` are those of the fields next to it. */
  presses(surface: Surface, button: string, values: Values = {}): Promise<void> {
    return this.#use(surface, button, `presses ${JSON.stringify(button)}`, undefined, values)
  }

  /** Chooses an option, a date or text at an element, named by its `action_id`, its label or its placeholder. */
  chooses(surface: Surface, element: string, choice: Choice): Promise<void> {
    return this.#use(surface, element, `chooses ${JSON.stringify(choice)} at ${element}`, choice, {})
  }

  /** Submits a modal with values by `action_id` or label. Returns the errors that the app answers, by `block_id`. */
  submits(view: ShownView, values: Values = {}): Promise<Readonly<Record<string, string>> | undefined> {
    return this.#act(`submits ${JSON.stringify(view.title)}`, (me) => this.#inside.kit.submit(me, view.id, values))
  }

  closes(view: ShownView): Promise<void> {
    return this.#act(`closes ${JSON.stringify(view.title)}`, async (me) => {
      await this.#inside.interactions.close(me, { view_id: view.id })
    })
  }

  /** Sends a slash command with its text: `/deploy api`. Without a place, in the first channel of the workspace. */
  runs(command: string, where: Where = this.#team.channels[0]?.id ?? ''): Promise<void> {
    return this.#act(`runs ${command}`, async (me) => {
      const place = await this.#placeOf(where)
      const channel = await this.#inside.kit.channelOf(me, place.channel)
      const [, name = command, text = ''] = /^(\S+)\s*([^]*)$/.exec(command) ?? []
      await this.#inside.interactions.command(me, { channel, thread_ts: place.threadTs, command: name, text })
    })
  }

  /** Uses a shortcut of an app, on a message if it is one of messages. */
  uses(app: App, callbackId: string, on?: Pick<Message, 'channel' | 'ts'>): Promise<void> {
    return this.#act(`uses the shortcut ${callbackId}`, async (me) => {
      const target = on && { channel: on.channel, ts: on.ts }
      await this.#inside.interactions.shortcut(me, { app_id: app.id, callback_id: callbackId, ...target })
    })
  }

  /** Opens an app: its Home tab, or its messages. Returns what Home showed at once; `home` waits for what the app shows. */
  opens(app: App, tab: 'home' | 'messages' = 'home'): Promise<ShownView | undefined> {
    return this.#act(`opens ${app.name}`, async (me) => {
      const { view } = await this.#inside.interactions.home(me, { app_id: app.id, tab })
      return view ?? undefined
    })
  }

  /** Waits until a modal is open, and returns the one on top. `title` waits for the modal with that title. */
  async modal(title?: string): Promise<ShownView> {
    const me = await this.#caller()
    return this.#context.until(
      async () => {
        const view = await this.#inside.kit.sight.modal(me)
        return view && (title === undefined || view.title === title) ? view : undefined
      },
      title === undefined ? `${this.name} sees no modal` : `${this.name} sees no modal ${JSON.stringify(title)}`,
    )
  }

  /** Waits until an app shows something in its Home tab to this person. */
  async home(app: App): Promise<ShownView> {
    const me = await this.#caller()
    return this.#context.until(() => this.#inside.kit.sight.home(me, app.id), `${app.name} shows ${this.name} no Home`)
  }

  /** What they are shown at this moment: the thread of a message, or a channel. */
  async sees(where: Where): Promise<Seen> {
    const me = await this.#caller()
    const { channel: named, threadTs } = await resolvePlace(this.#context, this.#team, where)
    return this.#inside.kit.sees(me, await this.#inside.kit.channelOf(me, named), threadTs)
  }

  async #use(surface: Surface, name: string, words: string, choice: Choice | undefined, values: Values): Promise<void> {
    await this.#act(words, (me) => {
      const target = 'ts' in surface ? { channel: surface.channel, ts: surface.ts } : { view_id: surface.id }
      return this.#inside.kit.use(me, target, name, choice, values)
    })
  }

  #act<T>(words: string, run: (me: Caller) => Promise<T>): Promise<T> {
    return this.#context.act(this.#team.id, `${this.name} ${words}`, async () => run(await this.#caller()))
  }

  async #placeOf(where: Where, thread?: Where): Promise<Place> {
    const place = await resolvePlace(this.#context, this.#team, where)
    return thread === undefined
      ? place
      : { ...place, threadTs: (await resolvePlace(this.#context, this.#team, thread)).threadTs }
  }

  #caller(): Promise<Caller> {
    return this.#inside.person(this.#team.id, this.id)
  }

  get #inside() {
    return this.#context.inside
  }
}
