import type { ActiveElement } from '@rivulet/blocks/elements'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Db } from '#store/db'
import type { Chosen, Option } from './interactions.ts'
import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { findUser } from '#domain/people/users'

/** For whom something is read, and what an app has offered them for an element whose options it knows. */
export interface Looking {
  db: Db
  person: Caller
  offered: readonly Option[]
}

type Given = Readonly<Record<string, unknown>>

/**
 * [ACT-3] What a person chose at an element, as apps read it: nothing but what the element offers them. Undefined: what
 * the element began with.
 */
export async function readChosen(element: ActiveElement, chosen: Chosen | undefined, looking: Looking): Promise<Given> {
  const given: Given = { ...element }
  switch (element.type) {
    case 'button':
      return some(given, ['text', 'value', 'url', 'style'])
    case 'icon_button':
      return some(given, ['icon', 'text', 'value'])
    case 'feedback_buttons': {
      const buttons = [element.positive_button, element.negative_button]
      const pressed = buttons.find(({ value }) => value === chosen)
      if (!pressed) throw noSuchValue(element, chosen)
      return { text: pressed.text, value: pressed.value }
    }
    case 'overflow':
      return { selected_option: optionNamed(element, chosen, optionsOf(given)) }
    case 'radio_buttons':
    case 'static_select':
    case 'external_select': {
      if (chosen === undefined) return { selected_option: given['initial_option'] ?? null }
      const all = [...optionsOf(given), ...looking.offered]
      return { selected_option: chosen === null ? null : optionNamed(element, chosen, all) }
    }
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select': {
      if (chosen === undefined) return { selected_options: given['initial_options'] ?? [] }
      const all = [...optionsOf(given), ...looking.offered]
      return { selected_options: several(element, given, chosen).map((value) => optionNamed(element, value, all)) }
    }
    case 'users_select':
    case 'channels_select':
    case 'conversations_select': {
      const kind = kinds[element.type]
      if (chosen === undefined || chosen === null)
        return { [`selected_${kind}`]: (chosen === undefined ? given[`initial_${kind}`] : null) ?? null }
      return { [`selected_${kind}`]: await idSeen(element, kind, chosen, looking) }
    }
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select': {
      const kind = kinds[element.type]
      if (chosen === undefined) return { [`selected_${kind}s`]: given[`initial_${kind}s`] ?? [] }
      const ids = several(element, given, chosen)
      return { [`selected_${kind}s`]: await Promise.all(ids.map((id) => idSeen(element, kind, id, looking))) }
    }
    case 'datepicker':
      return { selected_date: formed(element, chosen, given['initial_date'], isDate) }
    case 'timepicker':
      return { selected_time: formed(element, chosen, given['initial_time'], isTime) }
    case 'datetimepicker':
      return { selected_date_time: formed(element, chosen, given['initial_date_time'], isTimestamp) }
    case 'rich_text_input': {
      if (chosen === undefined) return { rich_text_value: given['initial_value'] ?? null }
      const markdown = formed(element, chosen, null, isText)
      return { rich_text_value: typeof markdown === 'string' ? richTextOf(markdown) : null }
    }
    case 'file_input':
      return { files: [] }
    default: {
      const value = formed(element, chosen, given['initial_value'], isText)
      return { value: typeof value === 'string' ? value.toWellFormed() : null }
    }
  }
}

const kinds = {
  users_select: 'user',
  multi_users_select: 'user',
  channels_select: 'channel',
  multi_channels_select: 'channel',
  conversations_select: 'conversation',
  multi_conversations_select: 'conversation',
} as const

function some(given: Given, names: readonly string[]): Given {
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

/** The element's own options, those that it begins with among them. */
function optionsOf(given: Given): unknown[] {
  const groups = list(given['option_groups']).flatMap((group) => list(Reflect.get(Object(group), 'options')))
  const initial = given['initial_option'] === undefined ? [] : [given['initial_option']]
  return [...list(given['options']), ...groups, ...initial, ...list(given['initial_options'])]
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function optionNamed(element: ActiveElement, chosen: Chosen | undefined, options: readonly unknown[]): unknown {
  const found = options.find((option) => typeof chosen === 'string' && nameOf(option) === chosen)
  if (found === undefined) throw noSuchValue(element, chosen)
  return found
}

/** An option is known by its value; one without is known by what it says. */
function nameOf(option: unknown): unknown {
  const { value, text } = { ...Object(option) }
  return value ?? Object(text).text
}

function several(element: ActiveElement, given: Given, chosen: Chosen): string[] {
  const all = chosen === null ? [] : typeof chosen === 'object' ? chosen : undefined
  if (!all) throw noSuchValue(element, chosen)
  const values = [...new Set(all)]
  const most = given['max_selected_items']
  if (typeof most === 'number' && values.length > most)
    throw new Refusal('invalid_value', `At most ${most} can be chosen here.`)
  return values
}

/** [ACT-3] The id of somebody of the team, or of a place that the person can see. */
async function idSeen(
  element: ActiveElement,
  kind: 'user' | 'channel' | 'conversation',
  id: Chosen,
  { db, person }: Looking,
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

function formed(
  element: ActiveElement,
  chosen: Chosen | undefined,
  initial: unknown,
  fits: (value: Chosen) => boolean,
): unknown {
  if (chosen === undefined) return initial ?? null
  if (chosen === null || chosen === '') return null
  if (!fits(chosen)) throw noSuchValue(element, chosen)
  return chosen
}

function isDate(value: Chosen): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

function isTime(value: Chosen): boolean {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

function isTimestamp(value: Chosen): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 10_000_000_000
}

function isText(value: Chosen): boolean {
  return typeof value === 'string'
}

/** What was typed, as one block of rich text. */
function richTextOf(markdown: string) {
  const elements = blocksFromMarkdown(markdown.toWellFormed()).flatMap((block) =>
    block.type === 'rich_text' ? block.elements : [],
  )
  return { type: 'rich_text', elements }
}

function noSuchValue({ type }: ActiveElement, chosen: Chosen | undefined): Refusal {
  const said = JSON.stringify(chosen)?.slice(0, 100) ?? 'nothing'
  return new Refusal('invalid_value', `${said} cannot be chosen at this ${type}.`)
}
