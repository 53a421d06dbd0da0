import { lostAcknowledgement } from '#delivery/outbox/deliveries'
import type { Delivery } from '#delivery/outbox/dueDeliveries'
import type { EventFaults } from '#domain/faults/eventFaults'
import type { AppReply } from './appHttpClient.ts'

/** What the app answered, or that it did not, if an injected fault loses the answer. */
export function afterFault(reply: AppReply, faults: EventFaults | undefined, delivery: Delivery): AppReply {
  if (reply.failure !== undefined || !faults?.loseAcknowledgement(delivery)) return reply
  return { ...reply, failure: 'http_timeout', detail: lostAcknowledgement }
}

export function firstOfEachChannel(deliveries: readonly Delivery[]): Delivery[] {
  return [...Map.groupBy(deliveries, ({ channel_id: channel }) => channel).values()].flatMap(([first]) => first ?? [])
}

export function retryHeaders({ attempt, reason }: Pick<Delivery, 'attempt' | 'reason'>): Record<string, string> {
  return attempt === 0 ? {} : { 'X-Slack-Retry-Num': String(attempt), 'X-Slack-Retry-Reason': reason }
}
