import type pg from 'pg'
import { KeyFile } from '#store/secrets/keyFile'
import { MissingKey, type Sealed, Secrets } from '#store/secrets/secrets'
import { aboutApp, aboutServer } from '#store/secrets/unlock'
import { appsOfTeam } from './tables.ts'

interface AppRow {
  id: string
  bot_id: string
  client_id: string | null
  signing_secret: Sealed
  client_secret: Sealed
}

/**
 * [NOD-12] The secrets of the team's apps go along as they are sealed, so the servers of the other database need the key to them.
 * Refuses a key file that is not theirs or lacks it, and an app that is another one there.
 */
export async function checkSecrets(from: pg.ClientBase, to: pg.ClientBase, team: string, key: string): Promise<void> {
  const file = new KeyFile(key)
  const keys = file.read()
  if (!keys) throw new Error(`There is no file ${file.path}. --key names the key file of the servers of --to.`)
  const secrets = new Secrets(file, keys)
  const check = await to.query<{ value: Sealed }>(`select value from server_secrets where name = 'key_check'`)
  const [sealed] = check.rows
  try {
    if (sealed) secrets.open(aboutServer('key_check'), sealed.value)
  } catch (error) {
    if (!(error instanceof MissingKey)) throw error
    throw new Error(`${file.place} is not that of the servers of --to. Name theirs with --key.`, { cause: error })
  }
  const columns = 'id, bot_id, client_id, signing_secret, client_secret'
  const { rows } = await from.query<AppRow>(`select ${columns} from apps where id in (${appsOfTeam})`, [team])
  const theirs = await to.query<AppRow>(`select ${columns} from apps where id = any($1)`, [rows.map(({ id }) => id)])
  for (const app of rows) {
    const opened = openApp(secrets, file, app)
    const there = theirs.rows.find(({ id }) => id === app.id)
    if (
      !there ||
      (there.bot_id === app.bot_id && there.client_id === app.client_id && openApp(secrets, file, there) === opened)
    )
      continue
    throw new Error(
      `The app ${app.id} of the team is in --to already, with other credentials. Uninstall one of the two, or create it there with the same.`,
    )
  }
}

function openApp(secrets: Secrets, { path }: KeyFile, app: AppRow): string {
  try {
    const signing = secrets.open(aboutApp(app.id, 'signing_secret'), app.signing_secret)
    return `${signing} ${secrets.open(aboutApp(app.id, 'client_secret'), app.client_secret)}`
  } catch (error) {
    if (!(error instanceof MissingKey)) throw error
    throw new Error(
      `The secrets of the app ${app.id} are sealed with a key of --from that the servers of --to do not have. Add the lines of the key file of --from to the end of ${path}, on each machine of --to.`,
      { cause: error },
    )
  }
}
