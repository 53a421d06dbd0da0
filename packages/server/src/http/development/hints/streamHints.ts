import type { HintDeclaration } from './hintDeclaration.ts'
import { near } from './contentHints.ts'
import { objectsIn } from '#domain/jsonObjects'
import type { HintedCall } from './hintedCall.ts'
import { readStreamSoFar } from './streamSoFar.ts'

/** As others have measured them on the public service. */
const maxMessage = 12_000
const maxTasks = 50
const lifetimeMs = 300_000

export const streamHints = {
  stream_near_limit: {
    there: `A streamed message as a whole has about ${maxMessage} characters, cards included; more is \`msg_too_long\`.`,
    remedy: 'Stop the stream and begin another message.',
    source:
      'Measured by others, with different figures: openclaw#143882, agno-agi/agno#7219. It is in no documentation.',
    async find(call) {
      const crossed = await findCrossed(call, maxMessage * near)
      return crossed !== undefined && crossed <= maxMessage
        ? `The message has ${crossed} characters: the public service refuses more than about ${maxMessage} in all.`
        : undefined
    },
  },

  stream_over_limit: {
    there: `A streamed message as a whole has about ${maxMessage} characters, cards included; more is \`msg_too_long\`.`,
    remedy: 'Stop the stream before, and begin another message. `--profile slack` refuses it here, too.',
    source:
      'Measured by others, with different figures: openclaw#143882, agno-agi/agno#7219. It is in no documentation.',
    async find(call) {
      const crossed = await findCrossed(call, maxMessage)
      return crossed === undefined
        ? undefined
        : `The message has ${crossed} characters with this append: on the public service it would be refused as \`msg_too_long\`.`
    },
  },

  stream_over_lifetime: {
    there: 'A stream ends as failed about five minutes after its start, however much is added to it.',
    remedy: 'Stop the stream before, and begin another message. `--profile slack` ends it here, too.',
    source:
      'Measured by others: slackapi/node-slack-sdk#2702, slackapi/python-slack-sdk#1859. It is in no documentation.',
    find(call) {
      if (!isOfStream(call) || isLimited(call.settings.stream.lifetime, lifetimeMs)) return undefined
      const age = call.db.clock.now() - Number(call.text('ts')) * 1000
      if (!(age > lifetimeMs * near)) return undefined
      const isOver = age >= lifetimeMs
      if (!call.remembered.isFirst(`stream_over_lifetime ${isOver} ${keyOf(call)}`)) return undefined
      const seconds = Math.floor(age / 1000)
      return isOver
        ? `The stream is ${seconds} s old: on the public service it would have ended as failed after about 300.`
        : `The stream is ${seconds} s old: the public service ends it as failed after about 300.`
    },
  },

  tasks_over_limit: {
    there: `A stream has at most ${maxTasks} tasks. Further ones are dropped without a word.`,
    remedy: 'Update tasks in place of adding new ones, or sum several up in one.',
    source: 'Reported by others from probes in August 2026. It is in no documentation.',
    async find(call) {
      if (!isOfStream(call) || !call.list('chunks').some(({ type }) => type === 'task_update')) return undefined
      const { tasks } = await readStreamSoFar(call)
      return tasks > maxTasks && call.remembered.isFirst(`tasks_over_limit ${keyOf(call)}`)
        ? `The stream has ${tasks} tasks: the public service drops those after the first ${maxTasks}.`
        : undefined
    },
  },

  tasks_unfinished: {
    there: 'Tasks that are not complete when their stream stops are shown as failed from then on.',
    remedy:
      'Complete every task, or give it the status `error`, before chat.stopStream. `--profile slack` does the same here.',
    source: 'Measured by others: duqaXxX/code-with-slack, docs/architecture.md.',
    find(call) {
      if (!call.isOf('chat.stopStream') || !call.answer || call.settings.stream.unfinishedTasks === 'error')
        return undefined
      const open = tasksIn(call.answer['message']).filter(
        ({ status }) => status === 'pending' || status === 'in_progress',
      )
      const [first] = open
      return (
        first &&
        `${open.length === 1 ? 'A task is' : `${open.length} tasks are`} not complete, the first ${JSON.stringify(first['title'] ?? first['task_id'])}: the public service turns them into errors.`
      )
    },
  },

  stop_not_subscribed: {
    there: 'Readers see no Stop button on the streams of an app that does not subscribe to `agent_session_stopped`.',
    remedy:
      'Add `agent_session_stopped` to `settings.event_subscriptions.bot_events`, and stop the work when it comes.',
    source: 'docs.slack.dev/reference/events/agent_session_stopped.',
    find({ name, caller, answer, remembered }) {
      const app = name === 'chat.startStream' && answer ? caller?.app : undefined
      if (!app || app.handlesStop || !remembered.isFirst(`stop_not_subscribed ${app.id}`)) return undefined
      return 'The manifest does not subscribe to `agent_session_stopped`: nobody can stop this app there.'
    },
  },

  recipient_missing: {
    there:
      'Some report that a stream wants `recipient_user_id` and `recipient_team_id` in a direct message as well, though they are documented for channels only.',
    remedy: 'Always give both; Bolt and its `sayStream` do.',
    source: 'docs.slack.dev/reference/methods/chat.startStream; measured by others, with different results.',
    find(call) {
      const { caller, remembered } = call
      if (!call.isOf('chat.startStream') || !call.answer) return undefined
      if (call.text('recipient_user_id') !== '' && call.text('recipient_team_id') !== '') return undefined
      return remembered.isFirst(`recipient_missing ${caller?.app?.id}`)
        ? 'The recipient is not named. That is right in a direct message, and refused everywhere else.'
        : undefined
    },
  },
} satisfies Record<string, HintDeclaration>

function isOfStream(call: HintedCall): boolean {
  return call.answer !== undefined && call.isOf('chat.appendStream', 'chat.stopStream')
}

function isLimited(setting: number, limit: number): boolean {
  return setting > 0 && setting <= limit
}

function keyOf(call: HintedCall): string {
  return `${call.caller?.teamId} ${String(call.answer?.['channel'])} ${String(call.answer?.['ts'])}`
}

/** How many characters the message has, the first time that there are more than a number. */
async function findCrossed(call: HintedCall, limit: number): Promise<number | undefined> {
  const isOpen = call.answer !== undefined && call.isOf('chat.startStream', 'chat.appendStream')
  if (!isOpen || isLimited(call.settings.stream.maxText, maxMessage)) return undefined
  const { total } = await readStreamSoFar(call)
  return total > limit && call.remembered.isFirst(`stream_over ${limit} ${keyOf(call)}`) ? total : undefined
}

/** The cards of a message, alone or in a plan. */
function tasksIn(message: unknown): Readonly<Record<string, unknown>>[] {
  const blocks = objectsIn(Reflect.get(Object(message), 'blocks'))
  return blocks.flatMap((block) =>
    block['type'] === 'plan' ? objectsIn(block['tasks']) : block['type'] === 'task_card' ? [block] : [],
  )
}
