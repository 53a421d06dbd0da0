import type { Block } from '@rivulet/blocks/types'
import type { Caller } from '#domain/access/caller'
import type { OfferedOption } from '#store/tables/interactions'

/**
 * Interactions: what a person does with what apps show. A browser sends one of these as JSON with `POST /act/<verb>`, an
 * app's tests with `POST /control/<verb>` and the person in addition. `docs/feed.md` describes them in prose.
 */

/** Names the message or view in which a person interacts. */
export type TargetReference = MessageReference | { view_id: string }

/** `attachment_id` names the attachment of the message that contains the element, if one does. */
export interface MessageReference {
  channel: string
  ts: string
  attachment_id?: number | undefined
}

/**
 * What a person chose or typed at one element. The type of the element decides which it is:
 * `string` for an option's `value`, a person's or channel's id, a feedback button's `value`, text, `YYYY-MM-DD`, `HH:MM`;
 * `number` for a datetimepicker (Unix seconds); `string[]` for checkboxes, multi-selects, and ids of uploaded files; `null` for nothing. Rich
 * text is Markdown. A button takes nothing: its value is the app's.
 */
export type FieldValue = string | number | readonly string[] | null

/** What a person has entered in fields so far, by block_id and action_id. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, FieldValue>>>>

/** `page` is an id that the page has made up. A modal that the interaction opens appears there. */
interface FromPage {
  page?: string | undefined
}

/** A button is pressed, an option chosen, a date picked, text confirmed … */
export type Press = TargetReference &
  FromPage & { block_id?: string | undefined; action_id: string; value?: FieldValue; state?: StateValues | undefined }

/** A person types into a select whose options the app loads. The answer is `Options`. */
export type OptionsRequest = TargetReference & { block_id?: string | undefined; action_id: string; value: string }

/** A modal is submitted, with the values of all its fields. The answer is `SubmissionResult`. */
export interface Submission extends FromPage {
  view_id: string
  state?: StateValues | undefined
}

/** A person closes a modal. With `all`, those below it close too. */
export interface ViewClosing {
  view_id: string
  all?: boolean | undefined
}

/** A shortcut is used. `channel` and `ts` name the message of a message shortcut. */
export interface ShortcutUse extends FromPage {
  app_id: string
  callback_id: string
  channel?: string | undefined
  ts?: string | undefined
}

/** A slash command is sent. `app_id` is needed if several apps have the same command. */
export interface CommandUse extends FromPage {
  channel: string
  /** The thread in which it is sent. */
  thread_ts?: string | undefined
  /** With the slash: `/ask`. */
  command: string
  /** The text after the command. */
  text?: string | undefined
  app_id?: string | undefined
}

/** A person opens an app home. The answer is `HomeAnswer`. */
export interface HomeVisit {
  app_id: string
  tab: 'home' | 'messages'
  /** The viewed channel. */
  looking?: string | undefined
}

export interface Options {
  options?: readonly Option[]
  option_groups?: readonly { label: { text: string }; options: readonly Option[] }[]
}

export type Option = OfferedOption

/** With `errors`, by block_id, the modal stays open. Otherwise the feed brings what becomes of it. */
export interface SubmissionResult {
  errors?: Readonly<Record<string, string>>
}

/** `view` is what the home shows now, or null. */
export interface HomeAnswer {
  view: ShownView | null
  /** The thread that was started with an assistant that had no messages. */
  thread_ts?: string
}

/** A modal or home, as its person sees it. */
export interface ShownView {
  id: string
  app_id: string
  type: 'modal' | 'home'
  blocks: readonly Block[]
  /** Modals only. Plain text. */
  title?: string
  submit?: string
  close?: string
}

/** Checks an interaction, dispatches it to its app, and carries out what the app answers. Throws a `Refusal`. */
export interface Interactions {
  press(person: Caller, interaction: Press): Promise<object>
  options(person: Caller, interaction: OptionsRequest): Promise<Options>
  submit(person: Caller, interaction: Submission): Promise<SubmissionResult>
  close(person: Caller, interaction: ViewClosing): Promise<object>
  shortcut(person: Caller, interaction: ShortcutUse): Promise<object>
  command(person: Caller, interaction: CommandUse): Promise<object>
  home(person: Caller, interaction: HomeVisit): Promise<HomeAnswer>
  /** Handles what an app posts to a response URL. */
  respond(teamId: string, secret: string, answer: unknown): Promise<void>
}
