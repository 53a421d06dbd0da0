import { answerFromShell, keepShell, tidyShell } from './shell.ts'
import { forgetTeam, openNews, showPush } from './push.ts'

/** Runs in the browser without a page: it shows what is pushed, and has the files of the client when there is no network. */
declare const self: ServiceWorkerGlobalScope

// A new version takes over at once. Pages that are open go on with their code, and nothing is loaded anew.
self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(tidyShell(self).then(() => self.clients.claim())))
self.addEventListener('fetch', answerFromShell)
self.addEventListener('message', (event) => event.data === 'signed out' && event.waitUntil(forgetTeam(self)))
self.addEventListener('push', (event) => event.waitUntil(showPush(self, event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNews(self, event)))
