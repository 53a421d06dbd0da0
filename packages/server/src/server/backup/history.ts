/**
 * The statements after which a restored database is another history. Its log has another name, so that browsers do not take it
 * for the one that they know. [FIL-18] The cleaning leaves alone what was stored since the backup.
 */
export function beginHistory(): string {
  return `delete from meta where key in ('epoch', 'restored_at');
    insert into meta (key, value) values ('restored_at', '${new Date().toISOString()}')`
}
