import { openApp } from '#domain/apps/home'
import type { Acts } from '#domain/interactions/interactions'
import { respond } from '#domain/interactions/respond'
import { spendResponseUrl } from '#domain/interactions/responseUrls'
import { installedApp } from '#domain/apps/profiles'
import { openDirect } from '#domain/channels/list'
import { Refusal } from '#domain/refusal'
import { homeOf } from '#domain/views/find'
import { shownView } from '#domain/views/open'
import type { Store } from '#store/db'
import type { AppDoor } from './dispatch.ts'
import { Acting } from './context.ts'
import { readResponse } from './answers.ts'
import { close, submit } from './modals.ts'
import { sendCommand, useShortcut } from './optionRequests.ts'
import { press, suggest } from './press.ts'

/** What people do with what apps show, and what apps answer later. */
export function actsOf(store: Store, door: AppDoor): Acts {
  const acting = new Acting(store, door)
  return {
    press: (person, act) => press(acting, person, act),
    options: (person, act) => suggest(acting, person, act),
    submit: (person, act) => submit(acting, person, act),
    close: (person, act) => close(acting, person, act),
    shortcut: (person, act) => useShortcut(acting, person, act),
    command: (person, act) => sendCommand(acting, person, act),

    /** [ACT-10] */
    async home(person, { app_id: appId, tab, looking }) {
      acting.take(person)
      const { calling, declared } = await acting.installed(person, appId)
      const { teamId, userId } = person
      if (tab === 'home' && !declared.homeTab) throw new Refusal('not_enabled', `${calling.name} has no home.`)
      const begun = await store.write(async (tx) => {
        const { id: channelId } = await openDirect(tx, teamId, userId, calling.botUser)
        return openApp(tx, person, { channelId, tab, looking })
      })
      const home = await homeOf(store.db, { teamId, userId, appId })
      return { view: home ? shownView(home) : null, ...(begun === undefined ? {} : { thread_ts: begun }) }
    },

    /** [ACT-12] */
    async respond(teamId, secret, answer) {
      const response = readResponse(answer)
      await store.write(async (tx) => {
        const about = await spendResponseUrl(tx, teamId, secret)
        const app = await installedApp(tx, teamId, about.app_id)
        if (!app) throw new Refusal('app_not_found', 'The app is not installed any more.')
        await respond(tx, app, about, response)
      })
    },
  }
}
