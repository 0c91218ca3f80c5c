#include "cuttle/solve/cvode.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/solve/step_control.h"

namespace cuttle {

namespace {

// Where quadratures take no part in error control, no error of theirs is ever large.
constexpr double kNoErrorControl = 1e30;

struct Context {
  SUNContext handle = nullptr;
  Context() { expects(SUNContext_Create(nullptr, &handle) == 0, "SUNDIALS gives a context"); }
  ~Context() { SUNContext_Free(&handle); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

struct Release {
  void operator()(N_Vector x) const { N_VDestroy(x); }
  void operator()(SUNMatrix x) const { SUNMatDestroy(x); }
  void operator()(SUNLinearSolver x) const { SUNLinSolFree(x); }
  void operator()(void* x) const { CVodeFree(&x); }
};
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

class Cvode final : public Integrator {
 public:
  Cvode(System& system, const IntegratorOptions& options, MultistepFamily family);
  Status step(double t_limit) override;
  void limit_step(double longest) override { longest_ = longest; }
  void dense(double t, VectorX& q, VectorX& v, VectorX& w) override;

 private:
  Status start(bool same_step) override;
  void attach_linear_solver();
  Status failure(int flag);
  /// A very short step by Euler's rule, over a jump of the forces, and a new start behind it.
  Status leap(double stop, double shortest);

  // y <-> (q, v, w)
  void unpack(N_Vector packed, Phase& y) const;
  void pack(const Phase& y, N_Vector packed) const;

  // what CVODE calls; `self` is the integrator; > 0 asks for a smaller step
  static int rate(double t, N_Vector y, N_Vector y_dot, void* self);
  static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void* self, N_Vector,
                      N_Vector, N_Vector);
  static int factor(double t, N_Vector y, N_Vector fy, int reuse, int* renewed, double gamma,
                    void* self);
  static int precondition(double t, N_Vector y, N_Vector fy, N_Vector r, N_Vector z, double gamma,
                          double delta, int side, void* self);
  static int project(double t, N_Vector y, N_Vector correction, double tolerance, N_Vector error,
                     void* self);
  static void silent(int, const char*, const char*, char*, void*) {}

  MultistepFamily family_;
  Context context_;
  Owned<N_Vector> packed_, atol_;
  Owned<SUNMatrix> matrix_;
  Owned<SUNLinearSolver> linear_;
  std::unique_ptr<void, Release> memory_;
  bool running_ = false;
  bool leapt_ = false;  // the last step was a leap, of which CVODE knows nothing
  double t_start_ = 0;
  Phase point_, rate_, shifted_;  // scratch of the callbacks
  Status last_failure_;           // of the system, in this step
  double longest_ = std::numeric_limits<double>::infinity();
  long errors_before_ = 0;  // counts of CVODE before its last restart
  long iterations_before_ = 0;
};

Cvode::Cvode(System& system, const IntegratorOptions& options, MultistepFamily family)
    : Integrator(system, options),
      family_(family),
      point_(system),
      rate_(system),
      shifted_(system) {
  const int n = system.nq() + system.nv() + system.nw();
  packed_.reset(N_VNew_Serial(n, context_.handle));
  atol_.reset(N_VNew_Serial(n, context_.handle));
  Phase atol(system);
  atol.q = options.atol * system.q_scale();
  atol.v = options.atol * system.v_scale();
  atol.w = (options.rtol * system.w_scale()).cwiseMin(kNoErrorControl);
  pack(atol, atol_.get());
  memory_.reset(CVodeCreate(family == MultistepFamily::bdf ? CV_BDF : CV_ADAMS, context_.handle));
  expects(packed_ && atol_ && memory_, "SUNDIALS has memory");
}

void Cvode::unpack(N_Vector packed, Phase& y) const {
  const Eigen::Map<const VectorX> all(N_VGetArrayPointer(packed), N_VGetLength(packed));
  y.q = all.head(y.q.size());
  y.v = all.segment(y.q.size(), y.v.size());
  y.w = all.tail(y.w.size());
}

void Cvode::pack(const Phase& y, N_Vector packed) const {
  Eigen::Map<VectorX> all(N_VGetArrayPointer(packed), N_VGetLength(packed));
  all.head(y.q.size()) = y.q;
  all.segment(y.q.size(), y.v.size()) = y.v;
  all.tail(y.w.size()) = y.w;
}

int Cvode::rate(double t, N_Vector y, N_Vector y_dot, void* self) {
  Cvode& me = *static_cast<Cvode*>(self);
  me.unpack(y, me.point_);
  ++me.statistics_.evaluations;
  if (Status stop = interruption(me.t_); !stop.ok()) {
    me.last_failure_ = std::move(stop);
    return -1;
  }
  Status status = evaluate(me.system_, t, me.point_, me.rate_);
  if (!status.ok()) {
    me.last_failure_ = std::move(status);
    return 1;
  }
  me.pack(me.rate_, y_dot);
  return 0;
}

int Cvode::jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void* self, N_Vector, N_Vector,
                    N_Vector) {
  // forward differences in q and v; nothing depends on w
  Cvode& me = *static_cast<Cvode*>(self);
  const Eigen::Index n = N_VGetLength(y);
  const Eigen::Map<const VectorX> f0(N_VGetArrayPointer(fy), n);
  Eigen::Map<MatrixX> matrix(SUNDenseMatrix_Data(J), n, n);
  matrix.setZero();
  me.unpack(y, me.point_);
  const auto columns = [&](VectorX& x, const VectorX& scale, Eigen::Index first) {
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      const double kept = x[j];
      const double wanted =
          std::sqrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(kept), scale[j]);
      x[j] += wanted;
      const double step = x[j] - kept;
      ++me.statistics_.evaluations;
      Status status = interruption(me.t_);
      if (status.ok()) status = evaluate(me.system_, t, me.point_, me.rate_);
      x[j] = kept;
      if (!status.ok()) {
        me.last_failure_ = std::move(status);
        return false;
      }
      auto column = matrix.col(first + j);
      column << me.rate_.q, me.rate_.v, me.rate_.w;
      column = (column - f0) / step;
    }
    return true;
  };
  const bool ok = columns(me.point_.q, me.system_.q_scale(), 0) &&
                  columns(me.point_.v, me.system_.v_scale(), me.point_.q.size());
  return ok ? 0 : 1;
}

// the way back to the manifold
int Cvode::project(double t, N_Vector y, N_Vector correction, double, N_Vector, void* self) {
  Cvode& me = *static_cast<Cvode*>(self);
  me.unpack(y, me.point_);
  me.shifted_ = me.point_;
  me.system_.normalize(t, me.shifted_.q, me.shifted_.v);
  me.shifted_.add(-1, me.point_);
  me.pack(me.shifted_, correction);
  return 0;
}

int Cvode::factor(double t, N_Vector y, N_Vector, int, int* renewed, double gamma, void* self) {
  Cvode& me = *static_cast<Cvode*>(self);
  me.unpack(y, me.point_);
  Status status = me.system_.factor_shifted(t, me.point_.q, me.point_.v, gamma);
  *renewed = 1;
  if (status.ok()) return 0;
  me.last_failure_ = std::move(status);
  return 1;
}

int Cvode::precondition(double, N_Vector, N_Vector, N_Vector r, N_Vector z, double, double, int,
                        void* self) {
  // quadratures follow by substitution: the residual is the correction
  Cvode& me = *static_cast<Cvode*>(self);
  me.unpack(r, me.rate_);
  me.system_.solve_shifted(me.rate_.q, me.rate_.v, me.shifted_.q, me.shifted_.v);
  me.shifted_.w = me.rate_.w;
  me.pack(me.shifted_, z);
  return 0;
}

void Cvode::attach_linear_solver() {
  void* memory = memory_.get();
  int flag = 0;
  if (system_.offers_shifted()) {
    linear_.reset(SUNLinSol_SPGMR(packed_.get(), SUN_PREC_LEFT, 0, context_.handle));
    flag |= CVodeSetLinearSolver(memory, linear_.get(), nullptr);
    flag |= CVodeSetPreconditioner(memory, factor, precondition);
  } else {
    const auto n = N_VGetLength(packed_.get());
    matrix_.reset(SUNDenseMatrix(n, n, context_.handle));
    linear_.reset(SUNLinSol_Dense(packed_.get(), matrix_.get(), context_.handle));
    flag |= CVodeSetLinearSolver(memory, linear_.get(), matrix_.get());
    flag |= CVodeSetJacFn(memory, jacobian);
  }
  expects(flag == 0, "CVODE takes the linear solver");
}

Status Cvode::start(bool /*same_step*/) {
  // a bad starting point is found here, with its own message
  ++statistics_.evaluations;
  if (Status status = evaluate(system_, t_, y_, rate_); !status.ok()) return status;
  void* memory = memory_.get();
  t_start_ = t_;
  pack(y_, packed_.get());
  if (running_) {
    expects(CVodeReInit(memory, t_, packed_.get()) == 0, "CVODE restarts");
    errors_before_ = statistics_.rejected;
    iterations_before_ = statistics_.iterations;
    return {};
  }
  int flag = CVodeInit(memory, rate, t_, packed_.get());
  flag |= CVodeSetUserData(memory, this);
  flag |= CVodeSetErrHandlerFn(memory, silent, nullptr);
  flag |= CVodeSVtolerances(memory, options_.rtol, atol_.get());
  flag |= CVodeSetMaxHnilWarns(memory, -1);
  flag |= CVodeSetMaxConvFails(memory, 20);
  flag |= CVodeSetMaxErrTestFails(memory, 20);  // a force that jumps takes more than the usual 7
  if (family_ == MultistepFamily::bdf) flag |= CVodeSetStabLimDet(memory, SUNTRUE);
  if (system_.constrained()) {
    flag |= CVodeSetProjFn(memory, project);
    flag |= CVodeSetProjErrEst(memory, SUNFALSE);
  }
  if (options_.max_step > 0) flag |= CVodeSetMaxStep(memory, options_.max_step);
  if (options_.step > 0) flag |= CVodeSetInitStep(memory, options_.step);
  expects(flag == 0, "CVODE takes the options");
  attach_linear_solver();
  running_ = true;
  return {};
}

Status Cvode::leap(double stop, double shortest) {
  if (Status status = evaluate(system_, t_, y_, rate_); !status.ok()) return status;
  const double before = t_, after = t_ + std::min(2 * shortest, stop - t_);
  // all of the change may be wrong
  VectorX weight(y_.v.size());
  error_weights(y_.v, system_.v_scale(), options_.rtol, options_.atol, weight);
  if (!may_leap((after - before) * weighted_max(weight, rate_.v))) return failure(CV_ERR_FAILURE);
  Phase end = y_;
  end.add(after - before, rate_);
  system_.normalize(after, end.q, end.v);
  Status status = init(after, end.q, end.v, end.w);
  t_old_ = before;
  leapt_ = true;
  ++statistics_.steps;
  return status;
}

Status Cvode::step(double t_limit) {
  expects(t_limit > t_, "the limit of a step lies ahead");
  if (Status status = check_budget(); !status.ok()) return status;
  void* memory = memory_.get();
  last_failure_ = {};
  const double shortest = shortest_step(t_, t_limit - t_start_);
  // a bound that holds for the step which CVODE has in mind already: only a stop does that
  const double stop = std::min(t_limit, t_ + std::max(longest_, 2 * shortest));
  int set = CVodeSetStopTime(memory, stop);
  set |= CVodeSetMinStep(memory, std::min(shortest, stop - t_));
  expects(set == 0, "CVODE takes the limit");
  double reached = t_;
  const int flag = CVode(memory, stop, packed_.get(), &reached, CV_ONE_STEP);

  long errors = 0;
  long iterations = 0;
  CVodeGetNumErrTestFails(memory, &errors);
  CVodeGetNumNonlinSolvIters(memory, &iterations);
  statistics_.rejected = errors_before_ + errors;
  statistics_.iterations = iterations_before_ + iterations;
  if (flag == CV_ERR_FAILURE) return leap(stop, shortest);
  if (flag < 0) return failure(flag);

  leapt_ = false;
  forget_leaps(reached - t_, shortest);
  ++statistics_.steps;
  t_old_ = t_;
  t_ = flag == CV_TSTOP_RETURN ? stop : reached;
  unpack(packed_.get(), y_);
  system_.normalize(t_, y_.q, y_.v);
  return {};
}

Status Cvode::failure(int flag) {
  // what the system said of a trial counts only if no trial was any better
  const bool ours = flag == CV_RHSFUNC_FAIL || flag == CV_FIRST_RHSFUNC_ERR ||
                    flag == CV_REPTD_RHSFUNC_ERR || flag == CV_UNREC_RHSFUNC_ERR ||
                    flag == CV_LSETUP_FAIL;
  // who ends a run need not know where in a step it was
  const bool ended = last_failure_.code == Status::Code::interrupted;
  if ((ours || ended) && !last_failure_.ok())
    return Status::fail(last_failure_.code, last_failure_.message, t_);
  double step = 0;
  CVodeGetCurrentStep(memory_.get(), &step);
  const auto code = flag == CV_CONV_FAILURE ? Status::Code::diverged : Status::Code::stalled;
  std::string words = cvode_failure(flag, step);
  if (!last_failure_.ok()) words += ", and " + last_failure_.message;
  return Status::fail(code, std::move(words), t_);
}

void Cvode::dense(double t, VectorX& q, VectorX& v, VectorX& w) {
  const double h = t_ - t_old_;
  expects(t >= t_old_ - 1e-9 * h && t <= t_ + 1e-9 * h, "dense output inside the last step");
  if (h > 0 && !leapt_) {
    const int flag = CVodeGetDky(memory_.get(), std::clamp(t, t_old_, t_), 0, packed_.get());
    expects(flag == CV_SUCCESS, "CVODE interpolates inside its last step");
    unpack(packed_.get(), point_);
  } else {
    point_ = y_;
  }
  q = point_.q;
  v = point_.v;
  w = point_.w;
  system_.normalize(t, q, v);
}

}  // namespace

std::unique_ptr<Integrator> make_cvode(System& system, const IntegratorOptions& options,
                                       MultistepFamily family) {
  return std::make_unique<Cvode>(system, options, family);
}

}  // namespace cuttle
