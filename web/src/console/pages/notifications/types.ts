import type { Evidence, Notification as NotificationOfApi } from '@countersign/node';

export type { Evidence };

export interface Body {
  readonly lng: string;
  readonly subject: string;
  readonly message: string;
  readonly label?: Readonly<Record<string, string>>;
}
export interface TemplateVariable {
  readonly name: string;
  readonly type: string;
  readonly max?: number;
}
export interface Template {
  readonly template_id: string;
  readonly version: number;
  readonly variables: readonly TemplateVariable[];
  readonly body: readonly Body[];
  readonly create_ts: string;
}
export interface OfferedAction {
  readonly label: string;
  readonly action: string;
  readonly authlevel: number;
}
export type Notification = NotificationOfApi & {
  readonly subject?: string | null;
  readonly template?: { readonly template_id: string; readonly version: number } | null;
  readonly body?: readonly Body[];
  readonly actions?: readonly OfferedAction[];
  readonly notification_msg?: { readonly subject: string } | null;
  readonly created_by?: string | null;
  readonly pushes?: readonly { readonly device_id: string; readonly outcome: string }[];
};
export interface NotificationEvent {
  readonly at: string;
  readonly kind: string;
  readonly device_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}
