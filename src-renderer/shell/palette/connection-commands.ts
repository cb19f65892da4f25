/** Which connection is in use, and what can be done with it. */
import Plug from '@lucide/svelte/icons/plug';
import PlugZap from '@lucide/svelte/icons/plug-zap';
import Plus from '@lucide/svelte/icons/plus';
import { m } from '@shared/messages/messages';
import { bridge } from '../../bridge';
import type { Command } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { report } from '../../ui/report';
import { go, words } from '../window-actions';

/** Switches to, checks and adds connections. */
export function connectionCommands(checkConnection: (id: string) => void): Command[] {
  const { current } = connections;
  const keywords = words(m.palette_keywords_connections);
  return [
    ...connections.list
      .filter(({ id }) => id !== current?.id)
      .map(({ id, label, host }) => ({
        id: `connections.use:${id}`,
        group: 'connections' as const,
        label: m.palette_switch({ label }),
        context: host,
        keywords,
        icon: Plug,
        run: () => void bridge.connections.select({ id }).catch(report),
      })),
    ...(current
      ? [
          {
            id: 'connections.check',
            group: 'connections' as const,
            label: m.palette_check({ label: current.label }),
            context: current.host,
            keywords: words(m.palette_keywords_check),
            icon: PlugZap,
            sends: true,
            run: () => checkConnection(current.id),
          },
        ]
      : []),
    {
      id: 'connections.add',
      group: 'connections',
      label: m.palette_add_connection(),
      keywords,
      icon: Plus,
      run: go({ screen: 'welcome' }),
    },
  ];
}
