import { listAlertChannels } from '../alerts/channels.ts'
import { listAlertRules } from '../alerts/rules.ts'
import { listAlertSilences } from '../alerts/silences.ts'
import { firstReads, type Read } from './first-reads.ts'

/** What is watched. */
export const alertRuleList: Read<typeof listAlertRules> = {
  endpoint: listAlertRules,
  input: {},
  keptAs: 'answer',
}

/** Where alerts go. */
export const alertChannelList: Read<typeof listAlertChannels> = {
  endpoint: listAlertChannels,
  input: {},
  keptAs: 'answer',
}

/** What is silenced now. */
export const alertSilenceList: Read<typeof listAlertSilences> = {
  endpoint: listAlertSilences,
  input: {},
  keptAs: 'answer',
}

export const alertsPage = firstReads('alerts', () => [alertRuleList, alertSilenceList])

export const alertRulesPage = firstReads('alert-rules', () => [alertRuleList, alertChannelList])

export const alertChannelsPage = firstReads('alert-channels', () => [alertChannelList])
