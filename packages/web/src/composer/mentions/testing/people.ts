import type { ViewerUser } from 'rivulet/feedProtocol'

/** People for tests: two whose names begin alike, an app, and one who has left. */
export function user(
  id: string,
  label: string,
  name = label.toLowerCase().split(' ')[0] ?? '',
  deleted = false,
): ViewerUser {
  return { id, name, real_name: label, label, tz: 'UTC', locale: 'en-US', deleted }
}
export const ana = user('U1', 'Ana Lima')
const anton = user('U2', 'Anton')
const scout = { ...user('UB', 'Scout'), app_id: 'A1' }
export const users = [anton, ana, scout, user('U9', 'Antonia', 'antonia', true)]
