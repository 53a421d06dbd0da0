import type { InteractiveElement } from '@rivulet/blocks/elements'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Db } from '#store/db'
import type { FieldValue, Option } from './interactions.ts'
import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { findUser } from '#domain/people/users'

/** Who chose a value, and the options that the app has offered them if it loads options itself. */
export interface FieldContext {
  db: Db
  person: Caller
  offered: () => Promise<readonly Option[]>
}

type ApiValue = Readonly<Record<string, unknown>>

/**
 * [ACT-3] Turns the value that a person chose at an element into what apps read. Refuses anything the element does not
 * offer. Undefined stands for the element's initial value.
 */
export async function readFieldValue(
  element: InteractiveElement,
  chosen: FieldValue | undefined,
  context: FieldContext,
): Promise<ApiValue> {
  const given: ApiValue = { ...element }
  switch (element.type) {
    case 'button':
      return pick(given, ['text', 'value', 'url', 'style'])
    case 'icon_button':
      return pick(given, ['icon', 'text', 'value'])
    case 'feedback_buttons': {
      const buttons = [element.positive_button, element.negative_button]
      const pressed = buttons.find(({ value }) => value === chosen)
      if (!pressed) throw noSuchValue(element, chosen)
      return { text: pressed.text, value: pressed.value }
    }
    case 'overflow':
      return { selected_option: findOption(element, chosen, optionsOf(given)) }
    case 'radio_buttons':
    case 'static_select':
    case 'external_select': {
      if (chosen === undefined) return { selected_option: given['initial_option'] ?? null }
      const all = [...optionsOf(given), ...(await offeredAt(element, context))]
      return { selected_option: chosen === null ? null : findOption(element, chosen, all) }
    }
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select': {
      if (chosen === undefined) return { selected_options: given['initial_options'] ?? [] }
      const all = [...optionsOf(given), ...(await offeredAt(element, context))]
      return { selected_options: readSeveral(element, given, chosen).map((value) => findOption(element, value, all)) }
    }
    case 'users_select':
    case 'channels_select':
    case 'conversations_select': {
      const kind = kinds[element.type]
      if (chosen === undefined || chosen === null)
        return { [`selected_${kind}`]: (chosen === undefined ? given[`initial_${kind}`] : null) ?? null }
      return { [`selected_${kind}`]: await readVisibleId(element, kind, chosen, context) }
    }
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select': {
      const kind = kinds[element.type]
      if (chosen === undefined) return { [`selected_${kind}s`]: given[`initial_${kind}s`] ?? [] }
      const ids = readSeveral(element, given, chosen)
      return { [`selected_${kind}s`]: await Promise.all(ids.map((id) => readVisibleId(element, kind, id, context))) }
    }
    case 'datepicker':
      return { selected_date: readFormatted(element, chosen, given['initial_date'], isDate) }
    case 'timepicker':
      return { selected_time: readFormatted(element, chosen, given['initial_time'], isTime) }
    case 'datetimepicker':
      return { selected_date_time: readFormatted(element, chosen, given['initial_date_time'], isTimestamp) }
    case 'rich_text_input': {
      if (chosen === undefined) return { rich_text_value: given['initial_value'] ?? null }
      const markdown = readFormatted(element, chosen, null, isText)
      return { rich_text_value: typeof markdown === 'string' ? toRichText(markdown) : null }
    }
    case 'file_input':
      return { files: [] }
    default: {
      const value = readFormatted(element, chosen, given['initial_value'], isText)
      return { value: typeof value === 'string' ? value.toWellFormed() : null }
    }
  }
}

/** Only elements with external options can have been offered some. */
async function offeredAt({ type }: InteractiveElement, { offered }: FieldContext): Promise<readonly Option[]> {
  return type === 'external_select' || type === 'multi_external_select' ? offered() : []
}

const kinds = {
  users_select: 'user',
  multi_users_select: 'user',
  channels_select: 'channel',
  multi_channels_select: 'channel',
  conversations_select: 'conversation',
  multi_conversations_select: 'conversation',
} as const

function pick(given: ApiValue, names: readonly string[]): ApiValue {
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

/** The options of the element itself, including its initial ones. */
function optionsOf(given: ApiValue): unknown[] {
  const groups = toList(given['option_groups']).flatMap((group) => toList(Reflect.get(Object(group), 'options')))
  const initial = given['initial_option'] === undefined ? [] : [given['initial_option']]
  return [...toList(given['options']), ...groups, ...initial, ...toList(given['initial_options'])]
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function findOption(element: InteractiveElement, chosen: FieldValue | undefined, options: readonly unknown[]): unknown {
  const found = options.find((option) => typeof chosen === 'string' && optionValueOf(option) === chosen)
  if (found === undefined) throw noSuchValue(element, chosen)
  return found
}

/** An option is identified by its value, or by its text if it has none. */
function optionValueOf(option: unknown): unknown {
  const { value, text } = { ...Object(option) }
  return value ?? Object(text).text
}

function readSeveral(element: InteractiveElement, given: ApiValue, chosen: FieldValue): string[] {
  const all = chosen === null ? [] : typeof chosen === 'object' ? chosen : undefined
  if (!all) throw noSuchValue(element, chosen)
  const values = [...new Set(all)]
  const maxItems = given['max_selected_items']
  if (typeof maxItems === 'number' && values.length > maxItems)
    throw new Refusal('invalid_value', `At most ${maxItems} can be chosen here.`)
  return values
}

/** [ACT-3] Accepts the id of a user of the team, or of a channel that the person can see. */
async function readVisibleId(
  element: InteractiveElement,
  kind: 'user' | 'channel' | 'conversation',
  id: FieldValue,
  { db, person }: FieldContext,
): Promise<string> {
  if (typeof id !== 'string') throw noSuchValue(element, id)
  if (kind === 'user') {
    const user = await findUser(db, person.teamId, id)
    if (user && !user.deleted) return id
    throw noSuchValue(element, id)
  }
  const channel = await findChannel(db, person.teamId, id)
  const seen = channel && isVisibleTo(channel, person) && (kind === 'conversation' || channel.kind === 'public')
  if (seen) return id
  throw noSuchValue(element, id)
}

function readFormatted(
  element: InteractiveElement,
  chosen: FieldValue | undefined,
  initial: unknown,
  fits: (value: FieldValue) => boolean,
): unknown {
  if (chosen === undefined) return initial ?? null
  if (chosen === null || chosen === '') return null
  if (!fits(chosen)) throw noSuchValue(element, chosen)
  return chosen
}

function isDate(value: FieldValue): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

function isTime(value: FieldValue): boolean {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

function isTimestamp(value: FieldValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 10_000_000_000
}

function isText(value: FieldValue): boolean {
  return typeof value === 'string'
}

/** Turns typed Markdown into one block of rich text. */
function toRichText(markdown: string) {
  const elements = blocksFromMarkdown(markdown.toWellFormed()).flatMap((block) =>
    block.type === 'rich_text' ? block.elements : [],
  )
  return { type: 'rich_text', elements }
}

function noSuchValue({ type }: InteractiveElement, chosen: FieldValue | undefined): Refusal {
  const said = JSON.stringify(chosen)?.slice(0, 100) ?? 'nothing'
  return new Refusal('invalid_value', `${said} cannot be chosen at this ${type}.`)
}
