package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

// alone is set in the process that [Alone] starts.
const alone = "UUIDKIT_ALONE"

// Alone runs this program again where it may have a [Network], and returns its exit status: in namespaces
// of its own for the network, mounts and processes, of which nothing leaves the machine. When that process
// ends, or this one is killed, the kernel kills all that it has started. In the new process Alone returns what
// f does. It is no use to install a server in f: no registry is reached from there. The error says why the
// kernel, or a missing program, does not permit it. A user who is not root needs user namespaces.
func Alone(f func() int) (code int, err error) {
	if os.Getenv(alone) != "" {
		if err := isolate(); err != nil {
			return 0, fmt.Errorf("server.Alone: %w", err)
		}
		return f(), nil
	}
	flags := []string{"--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"}
	if os.Geteuid() != 0 {
		flags = append(flags, "--user", "--map-current-user", "--keep-caps")
	}
	try := exec.Command("unshare", append(flags, "ip", "link", "add", "bridge0", "type", "bridge")...)
	if out, err := try.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("server.Alone: unshare (util-linux) and ip (iproute2): %w\n%s", err, out)
	}
	cmd := exec.Command("unshare", slices.Concat(flags, []string{os.Args[0]}, os.Args[1:])...)
	cmd.Env = append(os.Environ(), alone+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	p, err := launch(cmd, syscall.SIGKILL)
	if err != nil {
		return 0, fmt.Errorf("server.Alone: %w", err)
	}
	<-p.done
	return cmd.ProcessState.ExitCode(), nil
}

// bridge joins the nodes. This process has the last address of its net.
const bridge = "bridge0"

// isolate makes the bridge. ip keeps the names of namespaces in /run.
func isolate() error {
	for _, words := range []string{
		"mount -t tmpfs tmpfs /run",
		"ip link set lo up",
		"ip link add " + bridge + " type bridge",
		"ip address add 10.89.0.254/24 dev " + bridge,
		"ip link set " + bridge + " up",
	} {
		if err := run(context.Background(), command(words)); err != nil {
			return err
		}
	}
	return nil
}

func command(words string) *exec.Cmd {
	list := strings.Fields(words)
	return exec.Command(list[0], list[1:]...)
}

// A Network has nodes, whose servers reach each other and are reached from here. There is one in a
// process that [Alone] has started.
type Network struct {
	secret string // the password of all servers
	nodes  int
}

// NewNetwork returns a network without nodes.
func NewNetwork() (*Network, error) {
	if os.Getenv(alone) == "" {
		return nil, errors.New("server.NewNetwork: not in Alone")
	}
	return &Network{secret: rand.Text()}, nil
}

// A Node is a machine of a [Network], as far as its servers can tell: a network namespace with an address. The
// nil Node is this machine and its loopback address.
type Node struct {
	Addr          string
	network       *Network
	name, outside string // of the namespace, and of the network card at the bridge
	servers       int
}

// most is how many nodes a network can have.
const most = 16

// hardware returns the address of a node's network card.
func hardware(node int) string { return fmt.Sprintf("02:00:00:00:00:%02x", node) }

// Add adds a node. All know the others' hardware addresses: who sends a packet to a node that is cut off gets no
// answer, not even the error that nobody has the address.
func (w *Network) Add(ctx context.Context) (*Node, error) {
	if w.nodes++; w.nodes > most {
		return nil, fmt.Errorf("server.Network.Add: more than %d nodes", most)
	}
	n := &Node{Addr: fmt.Sprintf("10.89.0.%d", w.nodes), network: w, name: fmt.Sprintf("node%d", w.nodes), outside: fmt.Sprintf("card%d", w.nodes)}
	steps := []string{
		"netns add " + n.name,
		"link add " + n.outside + " type veth peer name eth0 netns " + n.name,
		"link set " + n.outside + " master " + bridge + " up",
		"-n " + n.name + " link set eth0 address " + hardware(w.nodes),
		"-n " + n.name + " address add " + n.Addr + "/24 dev eth0",
		"-n " + n.name + " link set eth0 up",
		"-n " + n.name + " link set lo up",
		"neighbour replace " + n.Addr + " lladdr " + hardware(w.nodes) + " dev " + bridge + " nud permanent",
	}
	for other := 1; other <= most; other++ {
		steps = append(steps, fmt.Sprintf("-n %s neighbour replace 10.89.0.%d lladdr %s dev eth0 nud permanent", n.name, other, hardware(other)))
	}
	for _, words := range steps {
		if err := run(ctx, command("ip "+words)); err != nil {
			return nil, fmt.Errorf("server.Network.Add: %w", err)
		}
	}
	return n, nil
}

// Cut pulls the plug: packets from and to the node are lost, and nobody is told.
func (n *Node) Cut(ctx context.Context) error {
	if err := run(ctx, command("ip link set "+n.outside+" down")); err != nil {
		return fmt.Errorf("server.Node.Cut: %w", err)
	}
	return nil
}

// Join puts the plug in again.
func (n *Node) Join(ctx context.Context) error {
	if err := run(ctx, command("ip link set "+n.outside+" up")); err != nil {
		return fmt.Errorf("server.Node.Join: %w", err)
	}
	return nil
}

// Start is [StartDurable] on the node.
func (n *Node) Start(ctx context.Context, k Kind, logf Logf, arguments ...string) (*Server, error) {
	return startDurable(ctx, k, n, logf, "", arguments)
}

// StartMongo is the function of that name on the node. With the argument --replSet=NAME, and no set, it
// starts a member that waits for the others.
func (n *Node) StartMongo(ctx context.Context, logf Logf, set string, arguments ...string) (*Server, error) {
	return startMongo(ctx, n, logf, set, arguments)
}

// StartCopy is the function of that name on the node, for a server of the same network.
func (n *Node) StartCopy(ctx context.Context, of *Server, logf Logf, files map[string]string, arguments ...string) (*Server, error) {
	r, err := recipeOf(ctx, of.kind, n, logf)
	if err != nil {
		return nil, fmt.Errorf("server.StartCopy: %s: %w", of.kind.Name, err)
	}
	return r.startCopy(ctx, of, logf, files, arguments)
}

// host is the address where servers listen.
func (n *Node) host() string {
	if n == nil {
		return "127.0.0.1"
	}
	return n.Addr
}

// clients is where those come from that a server lets in: all for a node.
func (n *Node) clients(all string) string {
	if n == nil {
		return "127.0.0.1"
	}
	return all
}

// port returns a free port.
func (n *Node) port() (int, error) {
	if n == nil {
		return freePort()
	}
	n.servers++
	return 5000 + n.servers, nil
}

// password returns that of a new server.
func (n *Node) password() string {
	if n == nil {
		return rand.Text()
	}
	return n.network.secret
}

// enter makes the command run on the node.
func (n *Node) enter(cmd *exec.Cmd) {
	if n == nil {
		return
	}
	ip := command("ip netns exec " + n.name)
	cmd.Args = slices.Concat(ip.Args, []string{cmd.Path}, cmd.Args[1:])
	cmd.Path, cmd.Err = ip.Path, errors.Join(cmd.Err, ip.Err)
}

// Remove removes the nodes, whose servers have ended.
func (w *Network) Remove() (err error) {
	for ; w.nodes > 0; w.nodes-- {
		err = errors.Join(err, run(context.Background(), command(fmt.Sprintf("ip link delete card%d", w.nodes))), // the kernel would do it later
			run(context.Background(), command(fmt.Sprintf("ip netns delete node%d", w.nodes))))
	}
	return err
}
