import { findInteractiveElements } from '@rivulet/blocks/elements'
import type { Submission, SubmissionResult, ViewClosing } from '#domain/interactions/interactions'
import { type StateObject, validateFields } from '#domain/interactions/inputFields'
import { type FileInput, readFileInputs } from '#domain/interactions/inputFiles'
import { findOwnView } from '#domain/interactions/target'
import { findInstalledApp, type InstalledApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { grantFiles } from '#domain/files/grant'
import { ignoreRefusal, Refusal } from '#domain/refusal'
import { closeView, closeViewStack, pushOnto } from '#domain/views/modals'
import { beginSubmission, endSubmission } from '#domain/views/submission'
import { updateView } from '#domain/views/update'
import { listViewStack, lockViewStack, type ViewRow } from '#domain/views/find'
import { toFileObject } from '#objects/file'
import { toViewObject } from '#objects/view'
import type { InteractionContext } from './context.ts'
import { parseSubmissionAnswer, type SubmissionAnswer } from './appResponses.ts'
import { payloadHeader, toViewWithValues } from './payloads.ts'

/** [ACT-5, ACT-11] Submits a modal: checks its fields, dispatches it to the app, and applies the app's answer. */
export async function submitModal(
  context: InteractionContext,
  person: Caller,
  submission: Submission,
): Promise<SubmissionResult> {
  await context.checkRateLimit(person)
  const view = await findModal(context, person, submission.view_id)
  const { store } = context
  if (!(await store.write((tx) => beginSubmission(tx, view))))
    throw new Refusal('already_submitting', 'This modal is being submitted already.')
  try {
    return await dispatchSubmission(context, person, view, submission)
  } finally {
    await store.write((tx) => endSubmission(tx, view)).catch(() => {}) // it ends by itself, seconds later
  }
}

async function dispatchSubmission(
  context: InteractionContext,
  person: Caller,
  view: ViewRow,
  { state, page }: Submission,
): Promise<SubmissionResult> {
  const { db } = context.store
  const target = { in: 'view', view } as const
  const { blocks } = view.view
  const app = await context.findAppOf(person, target)
  const fields = await context.readStateValues(person, target, state)
  const files = await readFileInputs(db, person, app.calling.id, { blocks, state })
  const errors = { ...validateFields(blocks, fields), ...fileErrors(files) }
  if (Object.keys(errors).length > 0) return { errors }
  const values = await addFileValues(context, person, app, { fields, files })
  const payload = {
    type: 'view_submission',
    ...(await payloadHeader(db, person, app)),
    trigger_id: await context.createTrigger(person, app, page ?? view.page ?? undefined, target),
    view: await toViewWithValues(db, view, app, values),
    response_urls: await createResponseUrls(context, person, app, view, values),
  }
  const answer = await context.dispatch(person, app, payload, { acceptsAnswer: true })
  const answered = parseSubmissionAnswer(
    answer,
    new Set([...findInteractiveElements(view.view.blocks)].map(({ blockId }) => blockId)),
  )
  if (answered.next === 'errors') return { errors: answered.errors }
  await applyAnswer(context, view, answered)
  return {}
}

function fileErrors(files: readonly FileInput[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ blockId, error: fault }) => (fault === undefined ? [] : [[blockId, fault]])),
  )
}

/** [ACT-16] Adds the chosen files to the state values. From now on the app may read them. */
async function addFileValues(
  context: InteractionContext,
  person: Caller,
  app: InstalledApp,
  { fields, files }: { fields: StateObject; files: readonly FileInput[] },
): Promise<StateObject> {
  const { db } = context.store
  const values = { ...fields }
  for (const { blockId, actionId, files: chosen } of files) {
    if (chosen.length === 0) continue
    const given = await context.store.write((tx) => grantFiles(tx, person, app.calling.id, chosen))
    const field = { type: 'file_input', files: given.map((file) => toFileObject(db, file)) }
    values[blockId] = { ...values[blockId], [actionId]: field }
  }
  return values
}

function applyAnswer(
  context: InteractionContext,
  { team_id: teamId, root_id: rootId, id }: ViewRow,
  answered: Exclude<SubmissionAnswer, { next: 'errors' }>,
): Promise<void> {
  return context.store.write(async (tx) => {
    await lockViewStack(tx, { team_id: teamId, root_id: rootId })
    // The person or the app may have closed it meanwhile.
    const view = (await listViewStack(tx, teamId, rootId)).find((row) => row.id === id)
    if (!view) return
    if (answered.next === 'close') await closeView(tx, view)
    else if (answered.next === 'clear') await closeViewStack(tx, view)
    else await (answered.next === 'update' ? updateView : pushOnto)(tx, view, answered.view)
  })
}

/** Response URLs for the channels that were chosen in fields with `response_url_enabled`. */
async function createResponseUrls(
  context: InteractionContext,
  person: Caller,
  app: InstalledApp,
  view: ViewRow,
  values: StateObject,
): Promise<object[]> {
  const urls: object[] = []
  for (const { blockId, actionId, element } of findInteractiveElements(view.view.blocks)) {
    if (Reflect.get(element, 'response_url_enabled') !== true) continue
    const field = values[blockId]?.[actionId]
    const channel = field?.['selected_conversation'] ?? field?.['selected_channel']
    if (typeof channel !== 'string') continue
    const url = await context.createResponseUrl(person, app, { channel_id: channel, ts: null, thread_ts: null })
    urls.push({ block_id: blockId, action_id: actionId, channel_id: channel, response_url: url })
  }
  return urls
}

/** [ACT-11] Closes a modal, whatever the app answers. */
export async function closeModal(
  context: InteractionContext,
  person: Caller,
  { view_id: id, all }: ViewClosing,
): Promise<object> {
  await context.checkRateLimit(person)
  const view = await findModal(context, person, id)
  const isCleared = all === true || view.view.clear_on_close === true
  const stack = await listViewStack(context.store.db, view.team_id, view.root_id)
  await context.store.write((tx) => (isCleared ? closeViewStack(tx, view) : closeView(tx, view)))
  const closed = stack.filter((row) => isCleared || row.depth >= view.depth)
  const notified = closed.filter((row) => row.view.notify_on_close === true)
  await Promise.all(notified.map((row) => dispatchViewClosed(context, person, stack, row, isCleared)))
  return {}
}

async function dispatchViewClosed(
  context: InteractionContext,
  person: Caller,
  stack: readonly ViewRow[],
  row: ViewRow,
  isCleared: boolean,
): Promise<void> {
  const app = await findInstalledApp(context.store.db, person.teamId, row.app_id)
  if (!app) return
  const values = await context.readStateValues(person, { in: 'view', view: row }, undefined)
  const previousId = stack.findLast(({ depth }) => depth < row.depth)?.id
  const view = toViewObject(row, app.calling.botId, { previousId, values })
  const payload = {
    type: 'view_closed',
    ...(await payloadHeader(context.store.db, person, app)),
    view,
    is_cleared: isCleared,
  }
  await context.dispatch(person, app, payload, { acceptsAnswer: false }).catch(ignoreRefusal)
}

async function findModal(context: InteractionContext, person: Caller, id: string): Promise<ViewRow> {
  const view = await findOwnView(context.store.db, person, id)
  if (view.view.type === 'modal') return view
  throw new Refusal('view_not_found', 'This view is not a modal.')
}
