/**
 * [RT-6] The inline elements newer than the nine, and the names of their own fields. They are accepted unchanged, and shown by
 * `text`, `label`, `url`, `fallback` or `name`.
 */
export const newerFields = {
  team: 'team_id',
  canvas: 'file_id label hide_title section_id is_skill_invocation',
  canvas_user_mention: 'user_id thread_id',
  canvas_message_unfurl: 'root_message_ts root_message_channel',
  file: 'file_id is_skill_invocation',
  list_record: 'file_id record_id view_id',
  message_mention: 'channel_id message_ts author_id thread_ts',
  attachment_mention:
    'app_id entity_id icon_url channel_id ts full_size_preview_enabled icon_name reference_object_type product_name',
  work_object_mention: 'entity_id app_id icon_url full_size_preview_enabled product_name',
  workflow_mention: 'workflow_id function_trigger_id channel_id ts',
  tag: 'color',
  citation: 'index details from_llm is_slack_url',
  salesforce_data_field:
    'salesforce_record_id salesforce_field_label salesforce_field_api_name salesforce_include_field_label',
}
