import type { Db } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { readManifest } from '#domain/apps/manifest'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { withFewMarks } from '#store/textIndex/words'

const ownNames = ['slackbot', 'slack', 'rivulet', 'system', 'admin', 'administrator', 'everyone', 'channel', 'here']

/** [ORD 12] Refuses a username that would pass for somebody else. */
export async function checkUsername(db: Db, caller: Caller, username: string | undefined): Promise<void> {
  if (username === undefined || username === '') return
  if (!(await isReservedUsername(db, caller, username))) return
  throw new Refusal(
    'reserved_username',
    `"username": ${JSON.stringify(username)} would pass for somebody else; choose another.`,
  )
}

/** [USR-6] Whether the name of a person would pass for the service itself. */
export async function isServiceName(db: Db, name: string): Promise<boolean> {
  const wanted = skeleton(name)
  const { service } = await getSettings(db)
  return wanted !== '' && [...ownNames, service.name, service.wireName].some((own) => skeleton(own) === wanted)
}

/** [STA-7] Whether a name would pass for the service, a person or another app. An app may always use its own name. */
async function isReservedUsername(db: Db, caller: Caller, username: string): Promise<boolean> {
  const ownAppId = caller.app?.id ?? ''
  const wanted = skeleton(username)
  const { service, reservedUsernames } = await getSettings(db)
  const users = await db
    .selectFrom('users')
    .select(['name', 'real_name', 'display_name', 'app_id'])
    .where('team_id', 'in', selectTeamsOf(db, caller))
    .where('deleted', '=', false)
    .execute()
  const own = users
    .filter((user) => user.app_id === ownAppId)
    .flatMap((user) => [user.name, user.real_name, user.display_name])
  const app = await db.selectFrom('apps').select('manifest').where('id', '=', ownAppId).executeTakeFirst()
  if (app) own.push(readManifest(app.manifest, ownAppId).name)
  if (own.some((name) => name !== '' && skeleton(name) === wanted)) return false

  const others = users
    .filter((user) => user.app_id !== ownAppId)
    .flatMap((user) => [user.name, user.real_name, user.display_name])
  const reserved = [...ownNames, service.name, service.wireName, ...reservedUsernames, ...others]
  return reserved.some((name) => name !== '' && skeleton(name) === wanted)
}

/** An org-wide token may act in any team of its enterprise. */
function selectTeamsOf(db: Db, { kind, teamId, enterpriseId }: Caller) {
  const teams = db.selectFrom('teams').select('id')
  return kind === 'org' ? teams.where('enterprise_id', '=', enterpriseId ?? '') : teams.where('id', '=', teamId)
}

/** Maps names that look alike to the same text: it ignores case, width, accents and invisible characters. */
export function skeleton(name: string): string {
  const plain = withFewMarks(name)
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}|\p{Cf}|[\s._-]/gu, '')
    .toLowerCase()
  return [...plain].map((letter) => alike.get(letter) ?? letter).join('')
}

const alike: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аɑα@4',
    b: 'ьЬв',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε3',
    g: 'ɡ',
    h: 'һн',
    i: 'іıɩ1l|!ӏ',
    j: 'ј',
    k: 'кκ',
    m: 'м',
    n: 'пո',
    o: 'оοо0ө',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ5$',
    t: 'тτ',
    u: 'υս',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уүγ',
  }).flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
)
