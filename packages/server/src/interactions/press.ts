import type { PlacedElement } from '@rivulet/blocks/elements'
import type { Options, Press, Typing } from '#domain/interactions/interactions'
import { readChosen } from '#domain/interactions/chosenValue'
import { elementAt, findPlace } from '#domain/interactions/target'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { type Acting, keyOf, withChosen } from './context.ts'
import { readOptions } from './answers.ts'
import { about, actionOf, placeOnWire } from './payloads.ts'

/** [ACT-1, ACT-3] */
export async function press(acting: Acting, person: Caller, pressed: Press): Promise<object> {
  acting.take(person)
  const { db } = acting.store
  const place = await findPlace(db, person, pressed)
  const placed = elementAt(place, person, pressed)
  checkTold(placed)
  const app = await acting.appOf(person, place)
  const held = withChosen(pressed, placed)
  const fields = await acting.fields(person, place, held)
  const chosen =
    fields[placed.blockId]?.[placed.actionId] ??
    (await readChosen(placed.element, pressed.value, acting.looking(person, place, placed)))
  const payload = {
    type: 'block_actions',
    ...(await about(db, person, app)),
    ...(await placeOnWire(db, place, app, person, fields)),
    ...(place.in === 'view' ? {} : { state: { values: fields } }),
    trigger_id: await acting.trigger(person, app, pressed.page, place),
    ...(await acting.responseUrl(person, app, place)),
    actions: [actionOf(placed, chosen)],
  }
  await acting.ask(person, app, payload, { accepts: false })
  return {}
}

/** [ACT-1] A field of a form is told with the form, unless its block says that each act is told. */
function checkTold({ block, blockId }: PlacedElement): void {
  if (block.type !== 'input' || block.dispatch_action === true) return
  const why = `The app is told of the field ${blockId} with the whole form: its block has no \`dispatch_action\`.`
  throw new Refusal('action_not_found', why)
}

/** [ACT-6] What the app offers for what was typed. */
export async function suggest(acting: Acting, person: Caller, typing: Typing): Promise<Options> {
  acting.take(person)
  const { db } = acting.store
  const place = await findPlace(db, person, typing)
  const placed = elementAt(place, person, typing)
  const { element, blockId, actionId } = placed
  if (element.type !== 'external_select' && element.type !== 'multi_external_select')
    throw new Refusal('action_not_found', 'The app offers nothing here.')
  const app = await acting.appOf(person, place)
  const payload = {
    type: 'block_suggestion',
    ...(await about(db, person, app)),
    ...(await placeOnWire(db, place, app, person, await acting.fields(person, place, undefined))),
    block_id: blockId,
    action_id: actionId,
    value: typing.value,
  }
  const { interactivity } = app.declared
  const url = interactivity?.optionsUrl ?? interactivity?.requestUrl
  const found = readOptions(await acting.ask(person, app, payload, { accepts: true, url }))
  acting.offered.add(keyOf(person, place, placed), found)
  return found
}
