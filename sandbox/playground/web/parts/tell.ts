import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';

const mostShown = 3;

/** Shows a message at once. The oldest makes room: a queue would bring "Undo", or what went wrong, seconds later. */
export function tell(message: NotificationData): string {
  const shown = notificationsStore.getState().notifications;
  for (const { id } of shown.slice(0, 1 - mostShown)) {
    if (id) notifications.hide(id);
  }
  return notifications.show(message);
}
