import type { StateChange } from './changes.ts'
import { compareLists } from './compareLists.ts'
import type { WorkspaceState } from './state.ts'

/** What was done with files, threads, views, scheduled messages, groups, people and apps. */
export function diffOthers(before: WorkspaceState, after: WorkspaceState): StateChange[] {
  const pairs = <K extends Listed>(name: K, keyOf: (one: WorkspaceState[K][number]) => string) =>
    compareLists<WorkspaceState[K][number]>(before[name], after[name], keyOf)
  return [
    ...pairs('files', byId).flatMap(({ was, is }): StateChange[] => {
      const file = is ?? was
      if (!file || (was && is)) return []
      const { id, name, user, sha256 } = file
      return [{ change: is ? 'shared file' : 'deleted file', file: id, name, user, sha256 }]
    }),
    ...pairs('statuses', byApp).flatMap(({ was, is }): StateChange[] => {
      if (is) return [{ change: 'set status', ...is }]
      return was ? [{ change: 'cleared status', ...was }] : []
    }),
    ...pairs('threads', byThread).flatMap(({ was, is }): StateChange[] => {
      const { channel, thread_ts, title, prompts } = is ?? { channel: '', thread_ts: '' }
      const place = { channel, thread_ts }
      return [
        ...(title === undefined || title === was?.title ? [] : [{ change: 'titled' as const, ...place, title }]),
        ...(prompts === undefined || JSON.stringify(prompts) === JSON.stringify(was?.prompts)
          ? []
          : [{ change: 'suggested prompts' as const, ...place, prompts }]),
      ]
    }),
    ...pairs('sessions', byApp).flatMap(({ is }): StateChange[] =>
      is ? [{ change: 'set session status', ...is }] : [],
    ),
    ...pairs('views', byId).flatMap(({ was, is }): StateChange[] => {
      const view = is ?? was
      if (!view) return []
      const { id, type, app, user, title } = view
      const change = !was ? 'opened view' : is ? 'updated view' : 'closed view'
      return [{ change, view: id, type, app, user, ...(title === undefined ? {} : { title }) }]
    }),
    ...pairs('scheduled', byId).flatMap(({ was, is }): StateChange[] => {
      const one = is ?? was
      if (!one) return []
      const { id, channel, user, post_at, text } = one
      return [{ change: !was ? 'scheduled' : is ? 'rescheduled' : 'unscheduled', id, channel, user, post_at, text }]
    }),
    ...pairs('usergroups', byId).flatMap(({ was, is }): StateChange[] => {
      const group = is ?? was
      if (!group) return []
      const { id, handle, users } = group
      return [{ change: !was ? 'created group' : is ? 'changed group' : 'removed group', group: id, handle, users }]
    }),
    ...pairs('people', byId).flatMap(({ was, is }): StateChange[] => {
      const person = is ?? was
      if (!person) return []
      const { id: user, name } = person
      if (!was) return [{ change: 'added person', user, name }]
      if (!is || (is.deactivated && !was.deactivated)) return [{ change: 'deactivated person', user, name }]
      return [{ change: was.deactivated && !is.deactivated ? 'reactivated person' : 'changed person', user, name }]
    }),
    ...pairs('apps', byId).flatMap(({ was, is }): StateChange[] => {
      const app = is ?? was
      if (!app || (was && is)) return []
      return [{ change: is ? 'installed app' : 'uninstalled app', app: app.id, name: app.name }]
    }),
  ]
}

type Listed = 'files' | 'statuses' | 'threads' | 'sessions' | 'views' | 'scheduled' | 'usergroups' | 'people' | 'apps'

function byId({ id }: { id: string }): string {
  return id
}

function byThread({ channel, thread_ts: ts }: { channel: string; thread_ts: string }): string {
  return `${channel} ${ts}`
}

function byApp(one: { channel: string; thread_ts: string; app: string }): string {
  return `${byThread(one)} ${one.app}`
}
