import type { ExportedInteraction } from '#inspect/export/entries.ts'
import { toJs, toJsText, toPlainJson } from '#inspect/export/literals.ts'
import type { Cast } from './cast.ts'
import type { Surfaces } from './surfaces.ts'
import { field, listField, textField } from './values.ts'

/** The line that lets a person do the same with what an app shows. */
export function writeInteraction(entry: ExportedInteraction, cast: Cast, surfaces: Surfaces): string {
  const person = cast.person(entry.user)
  if (person === undefined) return `// ${toPlainJson(entry.user)} is not in the directory.`
  const { payload, type } = entry
  switch (type) {
    case 'block_actions':
      return actionLine(person, entry, surfaces)
    case 'view_submission': {
      const view = surfaces.view(entry)
      if (view === undefined) return lost(entry)
      const values = valuesOf(field(payload, 'view', 'state', 'values'))
      const submits = `await ${person}.submits(${view}${values})`
      const errors = field(entry.answer, 'response_action') === 'errors' ? field(entry.answer, 'errors') : undefined
      const sentences = toJs(Object.values(Object(errors)), '', (text) => cast.text(text))
      return errors === undefined ? submits : `expect(Object.values((${submits}) ?? {})).toEqual(${sentences})`
    }
    case 'view_closed': {
      const view = surfaces.view(entry)
      return view === undefined ? lost(entry) : `await ${person}.closes(${view})`
    }
    case 'slash_commands': {
      const words = [textField(payload, 'command') ?? '', textField(payload, 'text') ?? ''].join(' ').trim()
      return `await ${person}.runs(${cast.text(words)}, ${cast.place(textField(payload, 'channel_id') ?? '')})`
    }
    case 'shortcut':
    case 'message_action': {
      const app = cast.app(entry.app) ?? 'undefined'
      const message = type === 'message_action' ? surfaces.message(entry) : undefined
      const on = message === undefined ? '' : `, ${message}`
      return `await ${person}.uses(${app}, ${toJsText(textField(payload, 'callback_id') ?? '')}${on})`
    }
    default:
      return lost(entry)
  }
}

function actionLine(person: string, entry: ExportedInteraction, surfaces: Surfaces): string {
  const surface = surfaces.of(entry)
  const [action] = listField(entry.payload, 'actions')
  const name = textField(action, 'action_id')
  if (surface === undefined || name === undefined) return lost(entry)
  if (textField(action, 'type') !== 'button') {
    const choice = choiceOf(action)
    return `await ${person}.chooses(${surface}, ${toJsText(name)}, ${toJs(choice ?? null)})`
  }
  return `await ${person}.presses(${surface}, ${toJsText(name)}${valuesOf(field(entry.payload, 'state', 'values'))})`
}

/** The values of fields by their `action_id`, as a further argument. Fields without a value are left out. */
function valuesOf(state: unknown): string {
  const blocks: unknown[] = Object.values(Object(state))
  const values = blocks.flatMap((block) =>
    Object.entries(Object(block)).flatMap(([name, value]): [string, unknown][] => {
      const choice = choiceOf(value)
      return choice === undefined ? [] : [[name, choice]]
    }),
  )
  return values.length === 0 ? '' : `, ${toJs(Object.fromEntries(values))}`
}

const single = ['value', 'selected_date', 'selected_time', 'selected_date_time', 'selected_user', 'selected_channel']
const other = ['selected_conversation']
const lists = ['selected_users', 'selected_channels', 'selected_conversations']

/** What was chosen at an element, as the payload has it. */
function choiceOf(chosen: unknown): unknown {
  const option = textField(chosen, 'selected_option', 'value')
  if (option !== undefined) return option
  const options = field(chosen, 'selected_options')
  if (Array.isArray(options)) return options.map((one) => textField(one, 'value') ?? '')
  for (const name of [...single, ...other, ...lists]) {
    const value = field(chosen, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

function lost({ type, user }: ExportedInteraction): string {
  return `// ${toPlainJson(user)} did ${toPlainJson(type)}: the journal does not have enough of it to do it again.`
}
