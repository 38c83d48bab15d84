import { embedImages } from '../../contract/embeds/answer-images.ts'
import {
  embedLanguages,
  embedPlacements,
  embedThemes,
} from '../../contract/embeds/embed-settings.ts'
import type { EmbedField } from './embed-fields.tsx'

/** Fields of the form that belong together, under a title; those that few need are folded. */
export interface EmbedSection {
  title: string
  isFolded?: boolean
  fields: readonly EmbedField[]
}

export const looks: readonly EmbedSection[] = [
  {
    title: 'Look',
    fields: [
      { as: 'text', name: 'title', label: 'Title' },
      { as: 'color', name: 'color' },
      {
        as: 'lines',
        name: 'greeting',
        label: 'Greeting',
        hint: 'Stands above the first message; Markdown.',
      },
      {
        as: 'lines',
        name: 'suggestions',
        label: 'Suggested questions',
        hint: 'One a line, six at most.',
      },
      { as: 'select', name: 'placement', label: 'Place', options: embedPlacements },
      { as: 'select', name: 'language', label: 'Language', options: embedLanguages },
      { as: 'select', name: 'theme', label: 'Theme', options: embedThemes },
    ],
  },
  {
    title: 'Bubble and pictures',
    isFolded: true,
    fields: [
      {
        as: 'lines',
        name: 'teaser',
        label: 'Words beside the bubble',
        hint: 'Until a visitor puts them away or opens the chat. Empty: none.',
      },
      {
        as: 'text',
        name: 'avatar_url',
        label: 'Picture',
        hint: 'An https address; empty for the first letter of the title.',
        isMono: true,
      },
      {
        as: 'text',
        name: 'launcher_icon_url',
        label: 'Picture on the bubble',
        hint: 'An https address or a data:image; empty for a balloon.',
        isMono: true,
      },
      { as: 'text', name: 'offset_x', label: 'Pixels from the side' },
      { as: 'text', name: 'offset_y', label: 'Pixels from the bottom' },
    ],
  },
]

export const rules: readonly EmbedSection[] = [
  {
    title: 'Behaviour',
    fields: [
      {
        as: 'lines',
        name: 'feedback_keys',
        label: 'Feedback keys',
        hint: 'One key carries both thumbs as 1 and -1. Of two, the first is for liked and the second for disliked. None: no thumbs.',
        isMono: true,
      },
      { as: 'toggle', name: 'can_stop', label: 'Visitors may stop an answer' },
      { as: 'toggle', name: 'can_restart', label: 'Visitors may begin a new conversation' },
      { as: 'toggle', name: 'shows_components', label: 'Draw components of the agent’s project' },
      { as: 'toggle', name: 'requires_identity', label: 'Only users that the site vouches for' },
    ],
  },
  {
    title: 'Privacy',
    isFolded: true,
    fields: [
      {
        as: 'lines',
        name: 'privacy_note',
        label: 'Privacy line',
        hint: 'Stands before the first message; [a link](https://…) as in Markdown.',
      },
      {
        as: 'text',
        name: 'retention_days',
        label: 'Days to keep conversations',
        hint: 'Empty: for ever.',
      },
      { as: 'toggle', name: 'asks_consent', label: 'Visitors agree to it before they write' },
      {
        as: 'toggle',
        name: 'reads_page',
        label: 'Tell the agent which page a visitor is on, and count by it',
      },
    ],
  },
  {
    title: 'Pictures and files',
    isFolded: true,
    fields: [
      {
        as: 'lines',
        name: 'file_types',
        label: 'Files that visitors may send',
        hint: 'One type a line, as image/*, application/pdf, text/plain. None: no files. What a file is, its bytes say.',
        isMono: true,
      },
      { as: 'text', name: 'max_files_per_message', label: 'Files of a message' },
      {
        as: 'text',
        name: 'max_file_megabytes',
        label: 'Megabytes of a file',
        hint: '8 at most, together as well.',
      },
      {
        as: 'select',
        name: 'answer_images',
        label: 'Pictures that answers name by address',
        options: embedImages,
      },
      {
        as: 'lines',
        name: 'image_origins',
        label: 'Origins of pictures',
        hint: 'One a line. Pictures of other origins are links, unless all are shown.',
        isMono: true,
      },
      {
        as: 'toggle',
        name: 'proxies_images',
        label: 'Fetch them by this server, so that nobody else learns a visitor’s address',
      },
    ],
  },
  {
    title: 'Limits and technique',
    isFolded: true,
    fields: [
      { as: 'text', name: 'max_message_length', label: 'Characters of a message' },
      {
        as: 'text',
        name: 'visitor_tokens_per_day',
        label: 'Tokens a day, each visitor',
        hint: 'Days of UTC; empty for no limit. An answer that is being written can go beyond it.',
      },
      {
        as: 'text',
        name: 'visitor_messages_per_minute',
        label: 'Messages a minute, each visitor',
      },
      { as: 'text', name: 'embed_messages_per_minute', label: 'Messages a minute, all visitors' },
      { as: 'text', name: 'visitor_concurrent_runs', label: 'Answers at once, each visitor' },
      { as: 'text', name: 'embed_concurrent_runs', label: 'Answers at once, all visitors' },
      {
        as: 'text',
        name: 'address_requests_per_minute',
        label: 'Requests a minute, each network address',
        hint: 'Messages, new conversations and votes together.',
      },
      {
        as: 'select',
        name: 'on_disconnect',
        label: 'When the visitor leaves',
        options: ['continue', 'cancel'],
      },
      { as: 'toggle', name: 'shows_tool_details', label: 'Show arguments and results of tools' },
      { as: 'toggle', name: 'loads_when_idle', label: 'Load the chat before it is opened' },
    ],
  },
]
