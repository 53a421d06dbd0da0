import type { LocatedElement } from '@rivulet/blocks/elements'
import type { Press } from '#domain/interactions/interactions'
import { readFieldValue } from '#domain/interactions/fieldValue'
import { findElement, findTarget } from '#domain/interactions/target'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { type InteractionContext, withChosenValue } from './context.ts'
import { legacyActionOf, pressLegacyAction } from './legacyActions.ts'
import { functionFields, payloadHeader, toAction, targetFields } from './payloads.ts'

/** [ACT-1, ACT-3] Dispatches what a person did at an element: a press, a choice, an entered text. */
export async function pressElement(context: InteractionContext, person: Caller, interaction: Press): Promise<object> {
  await context.checkRateLimit(person)
  const { db } = context.store
  const target = await findTarget(db, person, interaction)
  const located = findElement(target, person, interaction)
  checkIsDispatched(located)
  const app = await context.findAppOf(person, target)
  const legacy = legacyActionOf(target, located)
  if (legacy) return pressLegacyAction(context, person, app, legacy, interaction)
  const stateValues = withChosenValue(interaction, located)
  const fields = await context.readStateValues(person, target, stateValues)
  const chosen =
    fields[located.blockId]?.[located.actionId] ??
    (await readFieldValue(located.element, interaction.value, context.valueContext(person, target, located)))
  const trigger = await context.createTrigger(person, app, interaction.page, target)
  const payload = {
    type: 'block_actions',
    ...(await payloadHeader(db, person, app)),
    ...(await targetFields(db, target, app, person, fields)),
    ...(target.in === 'view' ? {} : { state: { values: fields } }),
    ...(await functionFields(db, target, app, person, trigger)),
    trigger_id: trigger,
    ...(await context.responseUrlField(person, app, target)),
    actions: [toAction(db, located, chosen)],
  }
  await context.dispatch(person, app, payload, { acceptsAnswer: false })
  return {}
}

/** [ACT-1] An input is sent with its form only, unless its block has `dispatch_action`. */
function checkIsDispatched({ block, blockId }: LocatedElement): void {
  if (block.type !== 'input' || block.dispatch_action === true) return
  const why = `The field ${blockId} is sent with the whole form, because its block has no \`dispatch_action\`.`
  throw new Refusal('action_not_found', why)
}
