import { type AlertChannel, testAlertChannel } from '../../contract/alerts/channels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { useRefusal } from '../shell/page/use-refusal.ts'

/** Sends a test, and tells what the other side answered. */
export function TestChannel({ channel }: { channel: AlertChannel }) {
  const { gateway } = useApi()
  const test = useCall(gateway, testAlertChannel)
  const { name, id } = channel
  const send = () =>
    test.mutate(
      { params: { channel_id: id } },
      {
        onSuccess: ({ was_taken, answer }) =>
          was_taken
            ? toast.ok(`${name} took the test`, { description: answer })
            : toast.bad(`${name} did not take the test`, { description: answer }),
        onError: ({ message }) => toast.bad('The test was not sent', { description: message }),
      },
    )
  return (
    <Button
      size="sm"
      aria-label={`Send a test to ${name}`}
      disabledReason={useRefusal('admin')}
      isPending={test.isPending}
      onClick={send}
    >
      Test
    </Button>
  )
}
