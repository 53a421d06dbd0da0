import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { catchDroppedPromises } from './officialClient.ts'

/** Run before each file of tests that may use what brings an older official client along. npm puts it into either folder. */
for (const name of ['@slack/bolt-4', '@hubot-friends/hubot-slack', '@chat-adapter/slack'])
  for (const folder of ['../compat/node_modules', '../node_modules']) {
    const place = new URL(`${folder}/${name}/`, import.meta.url)
    if (existsSync(place)) catchDroppedPromises(createRequire(place)('@slack/socket-mode').SocketModeClient)
  }
