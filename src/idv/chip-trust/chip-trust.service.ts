import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Certificate,
  readMasterList,
  readTrustFile,
  Refused,
  RevocationList,
  TrustStore,
  refusing,
} from '@countersign/emrtd/verify';
import { Clock } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { BY_HAND, type TrustKind } from './chip-trust.js';
import type { NewTrustEntry, TrustEntry } from './trust-entry.entity.js';
import { TrustEntryRepository } from './trust-entry.repository.js';

/** A certificate or list that an operator is importing: parsed and checked, but not stored yet. */
export interface TrustChange {
  readonly kind: Exclude<TrustKind, 'blocked'> | 'link';
  /**
   * Identifies the entry by a SHA-256 hash: of the certificate; for a master list, of its publisher's certificate; for
   * a revocation list, of its authority's name.
   */
  readonly id: string;
  readonly state: string;
  readonly validUntil: Date | null;
  readonly added: number;
  readonly gone: number;
  readonly unreadable: number;
  /** Whether a new master list has lost more than a tenth of the entries of the list that it replaces. */
  readonly isShrunk: boolean;
  readonly write: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const SHRUNK = 0.1;
/**
 * The country code of Utopia, the fictitious state of specimens. Its certificates are never imported, because anybody
 * can make its passports.
 */
const SPECIMENS = 'UT';

/**
 * Manages the certificates of the state authorities whose passport chips are trusted. Without any certificate, every
 * chip of a live user is refused.
 */
@Injectable()
export class ChipTrust {
  #known: { readonly stamp: string; readonly store: TrustStore } | undefined;

  constructor(
    private readonly entries: TrustEntryRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  all(): Promise<TrustEntry[]> {
    return this.entries.sound();
  }

  /**
   * Returns the trust store, which contains the trusted authorities, the blocked certificates and the revocation lists.
   * It is cached, and rebuilt every hour and whenever an entry changes.
   */
  async store(): Promise<TrustStore> {
    const stamp = `${await this.entries.stamp()} ${Math.floor(this.#now / HOUR_MS)}`;
    if (this.#known?.stamp !== stamp) this.#known = { stamp, store: storeOf(await this.entries.sound(), this.#now) };
    return this.#known.store;
  }

  /** Whether any authority is stored, even one that has expired or is blocked. */
  hasAuthorities(): Promise<boolean> {
    return this.entries.hasKind('authority');
  }

  /**
   * Reads a file to import, and detects its type from the content. If `isPublisher` is true, the file must be a
   * certificate, which is imported as a publisher of master lists.
   */
  async read(bytes: Uint8Array, isPublisher: boolean): Promise<TrustChange> {
    const all = await this.entries.sound();
    return refusing(() => {
      const file = readTrustFile(bytes);
      if (isPublisher && file.kind !== 'certificate') throw new Refused('publisher_not_allowed', 'not a certificate');
      if (file.kind === 'master-list') return this.#ofList(file.der, all);
      if (file.kind === 'revocations') return this.#ofRevocations(file.list, all);
      return this.#ofCertificate(file.certificate, isPublisher, all);
    });
  }

  /**
   * Removes an entry that an operator has imported. If the entry is a publisher, its master list is removed too.
   * Returns the number of removed entries.
   */
  async remove(fingerprint: string): Promise<number> {
    const all = await this.entries.sound();
    const named = all.filter(({ id, source }) => id === fingerprint && source === BY_HAND);
    const listed = named.some(({ kind }) => kind === 'publisher')
      ? all.filter(({ source }) => source === fingerprint)
      : [];
    const gone = [...named, ...listed];
    if (gone.length === 0) return 0;
    await this.#change('idv.chip-trust-removed', { fingerprint, entries: gone.length }, (tx) => {
      for (const { kind, id } of named) this.entries.remove(tx, { kind, source: BY_HAND, id });
      for (const kind of new Set(listed.map((entry) => entry.kind)))
        this.entries.remove(tx, { kind, source: fingerprint });
    });
    return gone.length;
  }

  /** Blocks the certificate of an authority or of a document signer, even if a master list contains the certificate. */
  async block(fingerprint: string, reason: string): Promise<void> {
    const kind = 'blocked';
    const entry = { ...this.#entry(kind, BY_HAND, fingerprint), note: reason };
    await this.#change('idv.chip-trust-blocked', { fingerprint, reason }, (tx) => this.entries.replace(tx, entry));
  }

  #ofList(der: Uint8Array, all: readonly TrustEntry[]): TrustChange {
    const publishers = publishersIn(all, this.#now);
    const { certificates, unreadable, signer, publisher } = readMasterList(der, publishers, this.#now);
    const source = publisher.fingerprint;
    const before = new Set(all.filter((one) => one.kind === 'authority' && one.source === source).map(({ id }) => id));
    const real = certificates.filter(({ country }) => country !== SPECIMENS);
    const listed = new Map(real.map((certificate) => [certificate.fingerprint, certificate]));
    const gone = [...before].filter((id) => !listed.has(id)).length;
    const added = [...listed.keys()].filter((id) => !before.has(id)).length;
    const list = {
      ...this.#entry('list', source, source),
      ...factsOf(publisher),
      der: signer.der,
      validUntil: new Date(signer.until),
      note: String(listed.size),
    };
    const authorities = [...listed.values()].map((one) => this.#ofAuthority(source, one));
    return {
      ...{ kind: 'list', id: source, state: list.state, validUntil: list.validUntil, added, gone, unreadable },
      isShrunk: gone > before.size * SHRUNK,
      write: () =>
        this.#change('idv.chip-trust-list-imported', { publisher: source, added, gone }, async (tx) => {
          await this.entries.replaceAll(tx, { kind: 'authority', source }, authorities);
          await this.entries.replace(tx, list);
        }),
    };
  }

  #ofCertificate(certificate: Certificate, isPublisher: boolean, all: readonly TrustEntry[]): TrustChange {
    if (!certificate.mayIssue) throw new Refused('publisher_not_allowed', 'the certificate may not issue others');
    if (!certificate.isValidAt(this.#now)) throw new Refused('signer_expired', 'the certificate is not valid today');
    if (certificate.country === SPECIMENS)
      throw new Refused('publisher_not_allowed', 'specimens are nobody’s passports');
    const isLink = certificate.subjectKey !== certificate.issuerKey || !certificate.isSignedBy(certificate);
    // Only a link certificate must be signed by an authority that is already trusted.
    if (isLink) storeOf(all, this.#now).addLink(certificate, this.#now);
    const kind = isPublisher ? 'publisher' : 'authority';
    const entry = this.#ofAuthority(BY_HAND, certificate, kind);
    const isKnown = all.some((one) => one.kind === kind && one.source === BY_HAND && one.id === entry.id);
    const { id, state, validUntil } = entry;
    return {
      ...{ kind: isLink && !isPublisher ? 'link' : kind, id, state, validUntil, unreadable: 0 },
      ...{ added: isKnown ? 0 : 1, gone: 0, isShrunk: false },
      write: () =>
        this.#change(`idv.chip-trust-${kind}-imported`, { fingerprint: id, state }, (tx) =>
          this.entries.replace(tx, entry),
        ),
    };
  }

  #ofRevocations(list: RevocationList, all: readonly TrustEntry[]): TrustChange {
    const store = storeOf(all, this.#now);
    store.addRevocations(list, this.#now);
    const id = sha256(list.issuerKey);
    const before = all.find((one) => one.kind === 'revocations' && one.id === id);
    if (before && new RevocationList(before.der).from > list.from)
      throw new Refused('revocations_not_trusted', 'a newer list of this authority is there');
    const validUntil = list.next === undefined ? null : new Date(list.next);
    const state = list.country ?? '';
    const entry = { ...this.#entry('revocations', BY_HAND, id), state, der: list.der, validUntil };
    return {
      ...{ kind: 'revocations', id, state, validUntil, added: list.serials.size, gone: 0, unreadable: 0 },
      isShrunk: false,
      write: () =>
        this.#change('idv.chip-trust-revocations-imported', { state, revoked: list.serials.size }, (tx) =>
          this.entries.replace(tx, entry),
        ),
    };
  }

  #ofAuthority(source: string, certificate: Certificate, kind: TrustKind = 'authority'): NewTrustEntry {
    return { ...this.#entry(kind, source, certificate.fingerprint), ...factsOf(certificate), der: certificate.der };
  }

  #entry(kind: TrustKind, source: string, id: string): NewTrustEntry {
    const importedAt = this.clock.now();
    return { kind, source, id, state: '', der: new Uint8Array(), validUntil: null, importedAt, note: '' };
  }

  #change(kind: string, details: Record<string, string | number>, work: (tx: Tx) => Promise<void> | void) {
    return this.uow.run(async (tx) => {
      await work(tx);
      tx.pending.audit.push({ kind, details });
    });
  }

  get #now(): number {
    return this.clock.now().getTime();
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const factsOf = (certificate: Certificate): Pick<NewTrustEntry, 'state' | 'validUntil'> => ({
  state: certificate.country ?? '',
  validUntil: new Date(certificate.until),
});

/**
 * Returns the publishers whose master lists are accepted: those imported as publishers and neither blocked nor expired.
 * An authority from a master list may sign documents, but not master lists.
 */
const publishersIn = (entries: readonly TrustEntry[], now: number): Certificate[] => {
  const blocked = new Set(entries.filter(({ kind }) => kind === 'blocked').map(({ id }) => id));
  return entries
    .filter(({ kind, id }) => kind === 'publisher' && !blocked.has(id))
    .map(({ der }) => new Certificate(der))
    .filter((certificate) => certificate.isValidAt(now));
};

function storeOf(entries: readonly TrustEntry[], now: number): TrustStore {
  const ofKind = (kind: TrustKind): TrustEntry[] => entries.filter((entry) => entry.kind === kind);
  const store = new TrustStore(ofKind('authority').map(({ der }) => new Certificate(der)));
  for (const { id } of ofKind('blocked')) store.block(id);
  for (const { der } of ofKind('revocations')) addRevocations(store, new RevocationList(der), now);
  return store;
}

/** Adds a revocation list to the trust store. A list whose authority is no longer stored or has expired is ignored. */
function addRevocations(store: TrustStore, list: RevocationList, now: number): void {
  try {
    store.addRevocations(list, now);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
