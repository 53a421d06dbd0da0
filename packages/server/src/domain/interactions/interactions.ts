import type { Block } from '@rivulet/blocks/block'
import type { Caller } from '#domain/access/caller'

/**
 * What a person does with what apps show. A browser asks for it with `POST /act/<verb>` and one of these as JSON, an
 * app's tests with `POST /control/<verb>` and the person beside it. `docs/feed.md` tells the same in prose.
 */

/** Where an element stands: in a message, whoever sees it, or in a view. */
export type Spot = { channel: string; ts: string } | { view_id: string }

/**
 * What a person chose or typed at one element. By its type:
 * `string` for an option's `value`, a person's or channel's id, a feedback button's `value`, text, `YYYY-MM-DD`, `HH:MM`;
 * `number` for a datetimepicker (Unix seconds); `string[]` for checkboxes, multi-selects, and ids of uploaded files; `null` for nothing. Rich
 * text is Markdown. A button takes nothing: its value is the app's.
 */
export type Chosen = string | number | readonly string[] | null

/** What the fields beside an element hold, by block_id and action_id. */
export type Held = Readonly<Record<string, Readonly<Record<string, Chosen>>>>

/** The page that asks, by an id of its own making: a modal that comes of it opens there. */
interface OfPage {
  page?: string | undefined
}

/** A press of a button, a choice in a select, a date that was picked, text that was confirmed … */
export type Press = Spot &
  OfPage & { block_id?: string | undefined; action_id: string; value?: Chosen; state?: Held | undefined }

/** What was typed into a select whose options the app knows. Answered by `Options`. */
export type Typing = Spot & { block_id?: string | undefined; action_id: string; value: string }

/** A modal is submitted, with what all of its fields hold. Answered by `Submitted`. */
export interface Submission extends OfPage {
  view_id: string
  state?: Held | undefined
}

/** A modal is closed by its person; `all`: those below it too. */
export interface Closing {
  view_id: string
  all?: boolean | undefined
}

/** A shortcut is used: on a message where `channel` and `ts` name one, else anywhere. */
export interface ShortcutUse extends OfPage {
  app_id: string
  callback_id: string
  channel?: string | undefined
  ts?: string | undefined
}

/** A slash command is sent. `app_id` says whose, where two apps have the same. */
export interface CommandUse extends OfPage {
  channel: string
  /** With its slash: `/ask`. */
  command: string
  /** What stands behind it. */
  text?: string | undefined
  app_id?: string | undefined
}

/** A person looks at an app: at its home, or at its messages. Answered by `HomeSeen`. */
export interface HomeVisit {
  app_id: string
  tab: 'home' | 'messages'
  /** The channel that they look at beside it. */
  looking?: string | undefined
}

export interface Options {
  options?: readonly Option[]
  option_groups?: readonly { label: { text: string }; options: readonly Option[] }[]
}

export interface Option {
  text: { type: 'plain_text' | 'mrkdwn'; text: string }
  value: string
  description?: { type: 'plain_text' | 'mrkdwn'; text: string }
}

/** `errors`: what is wrong with which field, by block_id; the modal stays. Else what becomes of it comes on the feed. */
export interface Submitted {
  errors?: Readonly<Record<string, string>>
}

/** `view`: what is on the home now; null where there is nothing. */
export interface HomeSeen {
  view: ShownView | null
  /** The thread that has begun with an assistant to whom nobody had spoken. */
  thread_ts?: string
}

/** What an app shows to one person: a modal, or its home. */
export interface ShownView {
  id: string
  app_id: string
  type: 'modal' | 'home'
  blocks: readonly Block[]
  /** Of a modal: plain text. */
  title?: string
  submit?: string
  close?: string
}

/** Each act is checked, told to its app, and carried out as the app answers. What goes wrong is a `Refusal`. */
export interface Acts {
  press(person: Caller, act: Press): Promise<object>
  options(person: Caller, act: Typing): Promise<Options>
  submit(person: Caller, act: Submission): Promise<Submitted>
  close(person: Caller, act: Closing): Promise<object>
  shortcut(person: Caller, act: ShortcutUse): Promise<object>
  command(person: Caller, act: CommandUse): Promise<object>
  home(person: Caller, act: HomeVisit): Promise<HomeSeen>
  /** What an app says at the address that it was given with an act. */
  respond(teamId: string, secret: string, answer: unknown): Promise<void>
}
