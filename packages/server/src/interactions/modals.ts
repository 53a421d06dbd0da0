import { elementsIn } from '@rivulet/blocks/elements'
import type { Closing, Submission, Submitted } from '#domain/interactions/interactions'
import { faultsOfFields, type FieldValues } from '#domain/interactions/inputFields'
import { type FilesOfField, readFiles } from '#domain/interactions/inputFiles'
import { viewOf } from '#domain/interactions/target'
import { type InstalledApp, installedApp } from '#domain/apps/profiles'
import type { Caller } from '#domain/access/caller'
import { giveFiles } from '#domain/files/give'
import { Refusal } from '#domain/refusal'
import { closePile, closeView, pushOnto, updateView } from '#domain/views/change'
import { pileOf, type ViewRow } from '#domain/views/find'
import { wholeFile } from '#objects/file'
import { viewOnWire } from '#objects/view'
import type { Acting } from './context.ts'
import { readSubmitted, type SubmissionAnswer } from './answers.ts'
import { about, viewWith } from './payloads.ts'

/** [ACT-5, ACT-11] A modal is submitted: checked, told to its app, and what that says is done. */
export async function submit(acting: Acting, person: Caller, submission: Submission): Promise<Submitted> {
  acting.take(person)
  const view = await modalOf(acting, person, submission.view_id)
  if (acting.submitting.has(view.id)) throw new Refusal('already_submitting', 'This is being submitted already.')
  acting.submitting.add(view.id)
  try {
    return await ask(acting, person, view, submission)
  } finally {
    acting.submitting.delete(view.id)
  }
}

async function ask(acting: Acting, person: Caller, view: ViewRow, { state, page }: Submission): Promise<Submitted> {
  const { db } = acting.store
  const place = { in: 'view', view } as const
  const { blocks } = view.view
  const app = await acting.appOf(person, place)
  const fields = await acting.fields(person, place, state)
  const files = await readFiles(db, person, app.calling.id, { blocks, held: state })
  const errors = { ...faultsOfFields(blocks, fields), ...faultsOfFiles(files) }
  if (Object.keys(errors).length > 0) return { errors }
  const values = await withFiles(acting, person, app, { fields, files })
  const payload = {
    type: 'view_submission',
    ...(await about(db, person, app)),
    trigger_id: await acting.trigger(person, app, page ?? view.page ?? undefined, place),
    view: await viewWith(db, view, app, values),
    response_urls: await responseUrls(acting, person, app, view, values),
  }
  const answer = await acting.ask(person, app, payload, { accepts: true })
  const said = readSubmitted(answer, new Set([...elementsIn(view.view.blocks)].map(({ blockId }) => blockId)))
  if (said.next === 'errors') return { errors: said.errors }
  await carryOut(acting, view, said)
  return {}
}

function faultsOfFiles(files: readonly FilesOfField[]): Record<string, string> {
  return Object.fromEntries(files.flatMap(({ blockId, fault }) => (fault === undefined ? [] : [[blockId, fault]])))
}

/** [ACT-16] The app may read the files from now on, and is told of them in place of nothing. */
async function withFiles(
  acting: Acting,
  person: Caller,
  app: InstalledApp,
  { fields, files }: { fields: FieldValues; files: readonly FilesOfField[] },
): Promise<FieldValues> {
  const { db } = acting.store
  const values = { ...fields }
  for (const { blockId, actionId, files: chosen } of files) {
    if (chosen.length === 0) continue
    const given = await acting.store.write((tx) => giveFiles(tx, person, app.calling.id, chosen))
    const field = { type: 'file_input', files: given.map((file) => wholeFile(db, file)) }
    values[blockId] = { ...values[blockId], [actionId]: field }
  }
  return values
}

function carryOut(
  acting: Acting,
  { team_id: teamId, root_id: rootId, id }: ViewRow,
  said: Exclude<SubmissionAnswer, { next: 'errors' }>,
): Promise<void> {
  return acting.store.write(async (tx) => {
    // The person may have closed it meanwhile, or the app.
    const view = (await pileOf(tx, teamId, rootId)).find((row) => row.id === id)
    if (!view) return
    if (said.next === 'close') await closeView(tx, view)
    else if (said.next === 'clear') await closePile(tx, view)
    else await (said.next === 'update' ? updateView : pushOnto)(tx, view, said.view)
  })
}

/** Of fields for a conversation that ask for an address to answer there: the person chose the place. */
async function responseUrls(
  acting: Acting,
  person: Caller,
  app: InstalledApp,
  view: ViewRow,
  values: FieldValues,
): Promise<object[]> {
  const urls: object[] = []
  for (const { blockId, actionId, element } of elementsIn(view.view.blocks)) {
    if (Reflect.get(element, 'response_url_enabled') !== true) continue
    const field = values[blockId]?.[actionId]
    const channel = field?.['selected_conversation'] ?? field?.['selected_channel']
    if (typeof channel !== 'string') continue
    const url = await acting.newResponseUrl(person, app, { channel_id: channel, ts: null, thread_ts: null })
    urls.push({ block_id: blockId, action_id: actionId, channel_id: channel, response_url: url })
  }
  return urls
}

/** [ACT-11] A modal is closed, whatever its app says to that. */
export async function close(acting: Acting, person: Caller, { view_id: id, all }: Closing): Promise<object> {
  acting.take(person)
  const view = await modalOf(acting, person, id)
  const cleared = all === true || view.view.clear_on_close === true
  const pile = await pileOf(acting.store.db, view.team_id, view.root_id)
  await acting.store.write((tx) => (cleared ? closePile(tx, view) : closeView(tx, view)))
  const closed = pile.filter((row) => cleared || row.depth >= view.depth)
  const told = closed.filter((row) => row.view.notify_on_close === true)
  await Promise.all(told.map((row) => tellClosed(acting, person, pile, row, cleared)))
  return {}
}

async function tellClosed(
  acting: Acting,
  person: Caller,
  pile: readonly ViewRow[],
  row: ViewRow,
  cleared: boolean,
): Promise<void> {
  const app = await installedApp(acting.store.db, person.teamId, row.app_id)
  if (!app) return
  const values = await acting.fields(person, { in: 'view', view: row }, undefined)
  const previousId = pile.findLast(({ depth }) => depth < row.depth)?.id
  const view = viewOnWire(row, app.calling.botId, { previousId, values })
  const payload = { type: 'view_closed', ...(await about(acting.store.db, person, app)), view, is_cleared: cleared }
  await acting.ask(person, app, payload, { accepts: false }).catch(passOver)
}

function passOver(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

async function modalOf(acting: Acting, person: Caller, id: string): Promise<ViewRow> {
  const view = await viewOf(acting.store.db, person, id)
  if (view.view.type === 'modal') return view
  throw new Refusal('view_not_found', 'This is no modal.')
}
