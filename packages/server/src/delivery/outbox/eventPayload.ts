import type { Delivery } from './dueDeliveries.ts'

/** The payload of the Events API. It is the same for every attempt. */
export function toEventPayload(delivery: Delivery): Record<string, unknown> {
  const { event_id, team_id, app_id, event, enterprise_id, bot_user, at, type, channel_id } = delivery
  if (type === 'app_rate_limited') {
    const { minute_rate_limited } = event
    return {
      token: delivery.verificationToken,
      type,
      team_id,
      minute_rate_limited,
      api_app_id: app_id,
    }
  }
  const context = JSON.stringify({ et: type, tid: team_id, aid: app_id, cid: channel_id })
  return {
    token: delivery.verificationToken,
    team_id,
    context_team_id: team_id,
    context_enterprise_id: enterprise_id,
    api_app_id: app_id,
    event,
    type: 'event_callback',
    event_id,
    event_time: Math.floor(at / 1000),
    authorizations: [
      { enterprise_id, team_id, user_id: bot_user, is_bot: true, is_enterprise_install: delivery.isOrgWide },
    ],
    is_ext_shared_channel: delivery.isShared,
    event_context: `4-${Buffer.from(context).toString('base64url')}`,
  }
}
