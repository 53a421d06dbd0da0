/** What a system message says has happened to its channel. The `user` of the message did it, or joined, or left. */
export type Notice =
  | { subtype: 'channel_join'; inviter?: string }
  | { subtype: 'channel_leave' | 'channel_archive' | 'channel_unarchive' }
  | { subtype: 'channel_topic'; topic: string }
  | { subtype: 'channel_purpose'; purpose: string }
  | { subtype: 'channel_name'; old_name: string; name: string }
