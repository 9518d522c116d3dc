import { spoken } from '../../../ui/format.js';
import { Card, Facts } from '../../../ui/parts.js';
import { words } from '../../../words/words.js';
import type { Client } from '../types.js';

const texts = words.clients;

/** The client's own rules for its verifications, such as thresholds, document types and retention. */
export const Judgement = ({ of: idv }: { readonly of: NonNullable<Client['idv']> }) => (
  <Card title={texts.judges} note={texts.judgesNote}>
    <Facts
      rows={[
        [texts.review, texts.reviewText[String(idv.review)] ?? texts.asService],
        [
          texts.faces,
          [
            ...(idv.matchThreshold == null ? [] : [texts.sureFrom(idv.matchThreshold)]),
            ...(idv.retryThreshold == null ? [] : [texts.againFrom(idv.retryThreshold)]),
          ].join(', ') || texts.asService,
        ],
        [texts.documents, idv.documentTypes?.map(spoken).join(', ') ?? texts.asService],
        [texts.kept, idv.retentionDays == null ? texts.asService : texts.keptDays(idv.retentionDays)],
      ]}
    />
  </Card>
);
