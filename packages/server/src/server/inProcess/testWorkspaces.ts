import type { SocketMode } from '#delivery/socketMode/socketMode'
import { lastFourOf, newTokenRow, type NewToken, tokenPrefix } from '#domain/access/tokens'
import type { Feed } from '#feed/feed'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { deleteRemains, dropTestTeam } from '#domain/testTeams/drop'
import { listTestTeams, markTestTeam } from '#domain/testTeams/marks'
import { DocumentError } from '#documents/documentError'
import { describeTeam } from '#http/development/kit/directory'
import type { MadeWorkspace, TestWorkspaces, TestWorkspaceSource } from '#http/development/workspaces/testWorkspaces'
import type { Kit } from '#http/development/kit/kit'
import { methods } from '#methods/index'
import { personScopes } from '#methods/personScopes'
import type { Store, Tx } from '#store/db'
import type { WorkspaceFile, WorkspaceTeam } from '#workspace/declaration'
import { checkWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'
import { OutlineIds } from '#workspace/outline/ids'
import { toDocument } from '#workspace/outline/toDocument'

/** A statement has at most so many rows of tokens. */
const rowsAtOnce = 1000

/** What works for a team besides its rows. */
interface Workers {
  socketMode: SocketMode
  feed: Feed
  kit: Kit | undefined
}

/** [WSP-1] Makes workspaces for tests in a running server, and drops them. */
export function createTestWorkspaces(store: Store, { socketMode, feed, kit }: Workers): TestWorkspaces {
  return {
    async make(source, readFile) {
      const file = readSource(source, readFile)
      return store.write((tx) => makeWorkspace(tx, file))
    },

    async drop(teamId) {
      const dropped = await store.write((tx) => dropTestTeam(tx, teamId))
      if (!dropped) return false
      feed.viewers.closeTeam(teamId)
      kit?.happenings.forget(teamId)
      await socketMode.closeInvalid()
      for (const blob of dropped.blobs) await store.blobs.delete(blob)
      // What was under way may have written a last row, and the drop has logged itself.
      await store.write((tx) => deleteRemains(tx, teamId))
      return true
    },

    async list() {
      const marks = await listTestTeams(store.db)
      if (marks.size === 0) return []
      const teams = store.db.selectFrom('teams').select(['id', 'name', 'domain'])
      const rows = await teams
        .where('id', 'in', [...marks.keys()])
        .orderBy('id')
        .execute()
      return rows.map((team) => ({ ...team, madeAt: marks.get(team.id) ?? 0 }))
    },
  }
}

function readSource(source: TestWorkspaceSource, readFile?: (path: string) => string): WorkspaceFile {
  const options = { methods: [...methods.keys()], readFile }
  if ('outline' in source) return checkWorkspace(toDocument(source.outline, OutlineIds.unique(), readFile), options)
  const file = checkWorkspace(source.document, options)
  const ofServer = ['settings', 'enterprises', 'tokens'].filter((key) => key in source.document)
  if (ofServer.length > 0)
    throw new DocumentError([`${ofServer.join(' and ')} of a document are the whole server’s: leave them out`])
  if (file.teams.length > 1) throw new DocumentError(['teams needs to be one team'])
  const named = file.teams[0]?.users.findIndex(({ password }) => password !== undefined) ?? -1
  if (named >= 0)
    throw new DocumentError([`teams[0].users[${named}].password is not needed, people get tokens: leave it out`])
  return file
}

async function makeWorkspace(tx: Tx, file: WorkspaceFile): Promise<MadeWorkspace> {
  const [team] = file.teams
  if (!team) throw new DocumentError(['teams needs a team'])
  await requireUnknown(tx, team, file)
  await loadWorkspace(tx, file, { hashToken, hashPassword: () => undefined })
  await markTestTeam(tx, team.id)
  for (const { id } of file.apps) await tx.updateTable('apps').set({ made_in: team.id }).where('id', '=', id).execute()
  const { people, channels, apps } = await describeTeam(tx, team.id, { source: 'new' })
  const tokens = await issuePersonTokens(tx, team.id, people)
  return {
    team: { id: team.id, name: team.name, domain: team.domain },
    people: people.map((person, i) => ({ ...person, token: tokens[i] ?? '' })),
    channels,
    apps,
  }
}

/** A document names its ids itself, and these may be there already. */
async function requireUnknown(tx: Tx, team: WorkspaceTeam, { apps }: WorkspaceFile): Promise<void> {
  const teams = tx.selectFrom('teams').select('id')
  const known = await teams
    .where(({ eb, or }) => or([eb('id', '=', team.id), eb('domain', '=', team.domain)]))
    .executeTakeFirst()
  const ids = apps.map(({ id }) => id)
  const app =
    ids.length > 0 ? await tx.selectFrom('apps').select('id').where('id', 'in', ids).executeTakeFirst() : undefined
  if (!known && !app) return
  const what = known ? `a team ${known.id} with this id or domain` : `an app ${app?.id}`
  throw new Refusal(
    'ids_taken',
    `There is already ${what}. An outline gets ids of its own; a document has to name new ones.`,
  )
}

async function issuePersonTokens(tx: Tx, team: string, people: readonly { id: string }[]): Promise<string[]> {
  const issued = people.map(({ id: user }) => {
    const of: NewToken = { kind: 'user', team, user, scopes: personScopes, createdAt: tx.clock.now() }
    const token = `${tokenPrefix(of)}${newSecret()}`
    return { token, row: newTokenRow(hashToken(token), { ...of, lastFour: lastFourOf(token) }) }
  })
  for (let i = 0; i < issued.length; i += rowsAtOnce) {
    const rows = issued.slice(i, i + rowsAtOnce).map(({ row }) => row)
    await tx.insertInto('tokens').values(rows).execute()
  }
  return issued.map(({ token }) => token)
}
