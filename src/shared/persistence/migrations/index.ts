import { Foundation1795200000000 } from './1795200000000-foundation.js';
import { SharedKeys1795200000050 } from './1795200000050-shared-keys.js';
import { Audit1795200000100 } from './1795200000100-audit.js';
import { Idempotency1795200000200 } from './1795200000200-idempotency.js';
import { AuditCluster1795360000000 } from './1795360000000-audit-cluster.js';
import { JobLanes1795370000000 } from './1795370000000-job-lanes.js';
import { Blobs1795370000100 } from './1795370000100-blobs.js';
import { RemovedBlobOwners1795410000000 } from './1795410000000-removed-blob-owners.js';
import { Webhooks1795420000000 } from './1795420000000-webhooks.js';
import { SetAside1796000400000 } from './1796000400000-set-aside.js';
import { AuditComments1796000700000 } from './1796000700000-audit-comments.js';
import { AuditSearch1797400000200 } from './1797400000200-audit-search.js';
import { Figures1797600000000 } from './1797600000000-figures.js';
import { ParkedWork1797700000100 } from './1797700000100-parked-work.js';
import { DeliverySearch1797400000100 } from './1797400000100-delivery-search.js';
import { BlobStorages1795410000200 } from './1795410000200-blob-storages.js';
import { AgesOfDeliveries1797900000100 } from './1797900000100-ages-of-deliveries.js';
import { RowSeals1798200000700 } from './1798200000700-row-seals.js';
import { PersonsInLists1798300001000 } from './1798300001000-persons-in-lists.js';
import { ManagedObjects1798407000000 } from './1798407000000-managed-objects.js';
import { AuditStreams1798417000000 } from './1798417000000-audit-streams.js';
import { SharedSignals1798424000000 } from './1798424000000-shared-signals.js';

export const sharedMigrations = [
  Foundation1795200000000,
  SharedKeys1795200000050,
  Audit1795200000100,
  Idempotency1795200000200,
  AuditCluster1795360000000,
  JobLanes1795370000000,
  Blobs1795370000100,
  RemovedBlobOwners1795410000000,
  BlobStorages1795410000200,
  Webhooks1795420000000,
  SetAside1796000400000,
  AuditComments1796000700000,
  DeliverySearch1797400000100,
  AuditSearch1797400000200,
  Figures1797600000000,
  ParkedWork1797700000100,
  AgesOfDeliveries1797900000100,
  RowSeals1798200000700,
  PersonsInLists1798300001000,
  ManagedObjects1798407000000,
  AuditStreams1798417000000,
  SharedSignals1798424000000,
];
