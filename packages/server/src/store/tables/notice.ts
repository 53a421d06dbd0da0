/** What became of a channel, as a message of it tells. The message's `user` did it, or came, or left. */
export type Notice =
  | { subtype: 'channel_join'; inviter?: string }
  | { subtype: 'channel_leave' | 'channel_archive' | 'channel_unarchive' }
  | { subtype: 'channel_topic'; topic: string }
  | { subtype: 'channel_purpose'; purpose: string }
  | { subtype: 'channel_name'; old_name: string; name: string }
