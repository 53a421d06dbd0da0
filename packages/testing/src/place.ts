import type { TeamDirectory } from 'rivulet/inProcess'
import type { Context } from './context.ts'

/** Where something is: a channel, with a thread if it is in one. */
export interface Place {
  channel: string
  threadTs: string | undefined
}

/**
 * Names a place: a channel (`general`, `#general`), an app or a person for the direct message with them (`@scout`, or the
 * object), a message for its thread, or an id.
 */
export type Where = string | { readonly id: string } | { readonly channel: string; readonly ts: string }

/** The id of what is named; that of an app or a person stands for the direct message with them. */
export async function resolvePlace(context: Context, team: TeamDirectory, where: Where): Promise<Place> {
  if (typeof where !== 'string') {
    if ('id' in where) return { channel: where.id, threadTs: undefined }
    const root: unknown = Reflect.get(where, 'threadTs')
    return { channel: where.channel, threadTs: typeof root === 'string' ? root : where.ts }
  }
  const name = where.replace(/^[#@]/, '')
  const channel = where.startsWith('@') ? undefined : await context.inside.findChannel(team.id, name)
  const other = where.startsWith('#') ? undefined : (findApp(team, name) ?? findNamed(team.people, name))
  const id = channel?.id ?? other?.id ?? (/^[A-Z][A-Z0-9]{2,}$/.test(where) ? where : undefined)
  if (id !== undefined) return { channel: id, threadTs: undefined }
  const names = [...team.channels, ...team.people, ...team.apps].map((one) => one.name)
  throw new Error(`There is no ${JSON.stringify(where)} in ${team.name}. There are: ${names.join(', ')}.`)
}

/** Finds an app by its name, that of its bot user, or its id, ignoring case. */
export function findApp(team: TeamDirectory, name: string) {
  const wanted = name.toLowerCase()
  return team.apps.find((app) => [app.id, app.name, app.botName].some((known) => known.toLowerCase() === wanted))
}

export function findNamed<T extends { id: string; name: string }>(all: readonly T[], name: string): T | undefined {
  return all.find((one) => one.name === name || one.id === name)
}
