import type { SharedWindows } from '#bus/sharedWindows'
import { openAppHome } from '#domain/apps/home/open'
import type { Interactions } from '#domain/interactions/interactions'
import { respond } from '#domain/interactions/respond'
import { redeemResponseUrl } from '#domain/interactions/responseUrls'
import { findInstalledApp } from '#domain/apps/profiles'
import { openDirectMessage } from '#domain/channels/directMessage'
import { Refusal } from '#domain/refusal'
import { findHome } from '#domain/views/find'
import { toShownView } from '#domain/views/shownView'
import type { Store } from '#store/db'
import type { InteractionDispatcher } from './dispatch.ts'
import { InteractionContext } from './context.ts'
import { parseResponse } from './appResponses.ts'
import { closeModal, submitModal } from './modals.ts'
import { sendCommand } from './commands.ts'
import { useShortcut } from './shortcuts.ts'
import { loadOptions } from './optionRequests.ts'
import { pressElement } from './press.ts'

/** Everything that people do with what apps show, and what apps answer later. */
export function createInteractions(
  store: Store,
  dispatcher: InteractionDispatcher,
  sharedWindows?: SharedWindows,
): Interactions {
  const context = new InteractionContext(store, dispatcher, sharedWindows)
  return {
    press: (person, interaction) => pressElement(context, person, interaction),
    options: (person, interaction) => loadOptions(context, person, interaction),
    submit: (person, interaction) => submitModal(context, person, interaction),
    close: (person, interaction) => closeModal(context, person, interaction),
    shortcut: (person, interaction) => useShortcut(context, person, interaction),
    command: (person, interaction) => sendCommand(context, person, interaction),

    /** [ACT-10] Opens the direct message with an app, and returns the app's home. */
    async home(person, { app_id: appId, tab, looking }) {
      await context.checkRateLimit(person)
      const { calling, manifest: declared } = await context.findInstalledApp(person, appId)
      const { teamId, userId } = person
      if (tab === 'home' && !declared.homeTab) throw new Refusal('not_enabled', `${calling.name} has no Home tab.`)
      const threadTs = await store.write(async (tx) => {
        const { id: channelId } = await openDirectMessage(tx, teamId, userId, calling.botUser)
        return openAppHome(tx, person, { channelId, tab, viewedChannel: looking })
      })
      const home = await findHome(store.db, { teamId, userId, appId })
      return { view: home ? toShownView(home) : null, ...(threadTs === undefined ? {} : { thread_ts: threadTs }) }
    },

    /** [ACT-12] Takes an app's answer at a response URL. */
    async respond(teamId, secret, answer) {
      const response = parseResponse(answer)
      await store.write(async (tx) => {
        const responseUrl = await redeemResponseUrl(tx, teamId, secret)
        const app = await findInstalledApp(tx, teamId, responseUrl.app_id)
        if (!app) throw new Refusal('app_not_found', 'The app is not installed any more.')
        await respond(tx, app, responseUrl, response)
      })
    },
  }
}
